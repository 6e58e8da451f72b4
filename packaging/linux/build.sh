#!/bin/sh
# Build for Linux into dist/: the folder kvlab/ that runs anywhere, and the Debian package.
#
#   sh packaging/linux/build.sh [folder|deb]...   both by default
set -eu
cd "$(dirname "$0")/../.."
python=.venv/bin/python
[ $# -gt 0 ] || set -- folder deb

# PyInstaller puts Python's shared library into the bundle; Debian keeps it in a package of its own.
libpython=$("$python" -c '
import sysconfig
name, folder = sysconfig.get_config_vars("INSTSONAME", "LIBDIR")
multiarch = sysconfig.get_config_var("MULTIARCH") or ""
print(f"{folder}/{name}" if not name.endswith(".a") else f"{folder}/{multiarch}/{name}")')
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
sh packaging/build_tools.sh readelf=binutils dpkg-shlibdeps=dpkg-dev "$libpython=libpython$version"

bundle() { # bundle TARGET: where its libraries of the desktop come from, and its folder
    echo "Building the bundle ($1); the log is build/pyinstaller-$1.log"
    mkdir -p build
    KVLAB_FOR=$1 "$python" -m PyInstaller --noconfirm --distpath "$2" \
        --workpath "build/pyinstaller-$1" packaging/kvlab.spec >"build/pyinstaller-$1.log" 2>&1 ||
        { tail -n 30 "build/pyinstaller-$1.log" >&2 && exit 1; }
}

for target; do
    case "$target" in
    folder)
        bundle folder dist
        du -sm dist/kvlab
        ;;
    deb)
        bundle deb build/deb
        "$python" packaging/linux/build_deb.py build/deb/kvlab dist
        ;;
    *)
        echo "build.sh: $target is neither folder nor deb" >&2
        exit 2
        ;;
    esac
done
