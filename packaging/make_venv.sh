#!/bin/sh
# Make the virtual environment .venv of this checkout and install the program into it, editable.
#
#   sh packaging/make_venv.sh          to run the program
#   sh packaging/make_venv.sh '[dev]'  also to test and to build it
#
# PYTHON=... names the interpreter to use instead of the newest one found.
set -eu
extras=${1:-}
oldest='(3, 11)'

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# Install Debian packages if this is root on a Debian system; otherwise fail.
apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "Installing $*"
    log=$(mktemp)
    { apt-get update && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1 ||
        { tail -n 20 "$log" >&2 && rm -f "$log" && return 1; }
    rm -f "$log"
}

# Print the first interpreter that really starts and is new enough (a name in PATH may be an empty
# shim of a version manager).
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3.13 python3.12 python3.11 python3 python
    fi
    for name; do
        if "$name" -c "import sys; sys.exit(sys.version_info < $oldest)" 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    return 1
}

environment_python() {
    for name in .venv/bin/python .venv/Scripts/python.exe; do
        [ ! -x "$name" ] || echo "$name"
    done
}

works() {
    [ -n "$1" ] && "$1" -m pip --version >/dev/null 2>&1
}

if ! works "$(environment_python)"; then
    python=$(find_python) || {
        [ -z "${PYTHON:-}" ] && apt_install python3 python3-venv && python=$(find_python)
    } || fail "Python 3.11 or newer is needed and was not found." \
        "On Debian and Ubuntu: sudo apt-get install python3 python3-venv" \
        "Or name one: make run PYTHON=/path/to/python3"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv ||
        fail "This Python cannot make virtual environments: $python" \
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
    echo "Making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
fi

echo "Installing the packages that the program needs into .venv (once; it takes a minute)"
"$(environment_python)" -m pip install --quiet --disable-pip-version-check -e ".$extras"
