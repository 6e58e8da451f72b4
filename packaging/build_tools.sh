#!/bin/sh
# Make sure that tools for building are there; install them if this is root on a Debian system.
#
#   sh packaging/build_tools.sh readelf=binutils makensis=nsis …    COMMAND-or-FILE=DEBIAN-PACKAGE
set -eu
PATH=$PATH:/sbin:/usr/sbin

missing() {
    for pair; do
        command -v "${pair%%=*}" >/dev/null || [ -e "${pair%%=*}" ] || printf '%s ' "${pair#*=}"
    done
}

packages=$(missing "$@")
[ -n "$packages" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing tools: $packages"
    log=$(mktemp)
    # $packages is a list on purpose
    # shellcheck disable=SC2086
    { apt-get update && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1 ||
        tail -n 20 "$log" >&2
    rm -f "$log"
    packages=$(missing "$@")
    [ -n "$packages" ] || exit 0
fi
echo "Needed and not installed. On Debian and Ubuntu:" >&2
echo "    sudo apt-get install --no-install-recommends $packages" >&2
exit 1
