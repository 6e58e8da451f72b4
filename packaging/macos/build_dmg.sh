#!/bin/sh
# Build the macOS disk image; run on a Mac, after `pip install -e .[package]`.
#
#   sh packaging/macos/build_dmg.sh            dist/kvlab-VERSION-macos-ARCHITECTURE.dmg
#
# The program is signed ad hoc: macOS lets it run on Apple silicon, but Gatekeeper does not know who
# made it (docs/administrator.md says how to let it through). A real signature needs a paid account.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}

"$python" -m PyInstaller --noconfirm packaging/kvlab.spec
codesign --force --deep --sign - "dist/KV Lab.app"
codesign --verify --deep --strict "dist/KV Lab.app"

version=$("$python" -c 'import kvlab_desktop; print(kvlab_desktop.__version__)')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "dist/KV Lab.app" "$folder/"
ln -s /Applications "$folder/Applications"
image="dist/kvlab-$version-macos-$(uname -m).dmg"
rm -f "$image"
hdiutil create -volname "KV Lab" -srcfolder "$folder" -format UDZO -quiet "$image"
hdiutil verify -quiet "$image"
ls -l "$image"
