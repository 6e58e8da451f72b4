#!/bin/sh
# Build the AppImage from dist/kvlab.
#
#   sh packaging/linux/build_appimage.sh APPIMAGETOOL RUNTIME
#
# Neither the tool nor the runtime it puts in front is in any package registry, so the release
# workflow fetches both, checks their sums and names them here.
set -eu
cd "$(dirname "$0")/../.."
tool=$(realpath "$1")
runtime=$(realpath "$2")
id=org.kvlab.KVLab
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' kvlab_desktop/__init__.py)
folder=build/AppDir

rm -rf "$folder"
mkdir -p "$folder/usr/lib" "$folder/usr/share/metainfo"
cp -a dist/kvlab "$folder/usr/lib/kvlab"
cp "packaging/linux/$id.desktop" "$folder/"
cp resources/icons/kvlab-256.png "$folder/$id.png"
sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$(date -u +%F)/" \
    "packaging/linux/$id.metainfo.xml.in" >"$folder/usr/share/metainfo/$id.appdata.xml"
cat >"$folder/AppRun" <<'RUN'
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/lib/kvlab/kvlab" "$@"
RUN
chmod 755 "$folder/AppRun"
ARCH=$(uname -m) "$tool" --appimage-extract-and-run --no-appstream --runtime-file "$runtime" \
    "$folder" "dist/kvlab-$version-$(uname -m).AppImage"
