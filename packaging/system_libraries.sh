#!/bin/sh
# Name the system libraries that Qt needs and this Linux lacks; install them if that can be done
# without asking (root on a Debian system).
#
#   sh packaging/system_libraries.sh           what drawing without a display needs
#   sh packaging/system_libraries.sh window    also what a window needs (X11; a Wayland desktop
#                                              has its own libraries installed)
#   sh packaging/system_libraries.sh package   also those of Wayland, to put into the built program
#
# The Qt of the wheels brings its own copy of nearly everything; these it takes from the system.
# Debian 13 and Ubuntu 24.04 renamed some packages (libglib2.0-0t64) but still know these names.
set -eu

drawing='
libglib-2.0.so.0        libglib2.0-0
libGL.so.1              libgl1
libEGL.so.1             libegl1
libxkbcommon.so.0       libxkbcommon0
libfreetype.so.6        libfreetype6
libfontconfig.so.1      libfontconfig1
libdbus-1.so.3          libdbus-1-3
'
window='
libX11-xcb.so.1         libx11-xcb1
libxkbcommon-x11.so.0   libxkbcommon-x11-0
libxcb-cursor.so.0      libxcb-cursor0
libxcb-icccm.so.4       libxcb-icccm4
libxcb-image.so.0       libxcb-image0
libxcb-keysyms.so.1     libxcb-keysyms1
libxcb-randr.so.0       libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0       libxcb-shape0
libxcb-sync.so.1        libxcb-sync1
libxcb-xfixes.so.0      libxcb-xfixes0
libxcb-xkb.so.1         libxcb-xkb1
'

package='
libwayland-client.so.0  libwayland-client0
libwayland-cursor.so.0  libwayland-cursor0
libwayland-egl.so.1     libwayland-egl1
'

[ "$(uname -s)" = Linux ] || exit 0
PATH=$PATH:/sbin:/usr/sbin # where Debian keeps ldconfig, for users too
command -v ldconfig >/dev/null || exit 0

case "${1:-}" in
package) needed=$drawing$window$package ;;
window) needed=$drawing$window ;;
*) needed=$drawing ;;
esac

missing() {
    known=$(ldconfig -p)
    echo "$needed" | while read -r library package; do
        case "$known" in
        *"$library "*) ;;
        *) [ -z "$library" ] || printf '%s ' "$package" ;;
        esac
    done
}

packages=$(missing)
[ -n "$packages" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing system libraries for Qt: $packages"
    log=$(mktemp)
    # $packages is a list on purpose
    # shellcheck disable=SC2086
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "These packages could not be installed: $packages" >&2
        exit 1
    fi
    rm -f "$log"
    packages=$(missing)
    [ -n "$packages" ] || exit 0
fi

echo "Qt needs system libraries that are not installed. On Debian and Ubuntu:" >&2
echo "    sudo apt-get install --no-install-recommends $packages" >&2
echo "On other systems install the packages that have these files, then try again." >&2
exit 1
