#!/bin/sh
# Build the wheel, install it into an empty environment, and try it away from the checkout.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$python" -m pip wheel --quiet --disable-pip-version-check . --no-deps --wheel-dir "$folder"
"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$folder"/*.whl
cd "$folder"
export XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state" QT_QPA_PLATFORM=offscreen
venv/bin/kvlab self-check --lang en
venv/bin/kvlab export all --lang zh --out pictures >/dev/null
[ "$(find pictures -name '*-zh.png' -size +20k | wc -l)" -ge 6 ]
echo "The wheel works: $(basename "$folder"/*.whl), $(du -k "$folder"/*.whl | cut -f1) kB"
