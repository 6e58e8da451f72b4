#!/bin/sh
# Try everything that `make package` has built, and the wheel.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/python packaging/smoke_test.py dist/kvlab --pictures build/smoke
sh packaging/check_wheel.sh
sh packaging/linux/check_deb.sh "$(ls -t dist/kvlab_*.deb | head -n 1)"
