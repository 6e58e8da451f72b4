#!/bin/sh
# Install, run and remove the Windows installer silently, in the Wine that built it.
#
#   sh packaging/windows/check_under_wine.sh dist/kvlab-VERSION-windows-setup.exe
set -eu
cd "$(dirname "$0")/../.."
work=$PWD/build/wine
setup=$(realpath "$1")
seen=$PWD/build/windows-check
rm -rf "$seen"
mkdir -p "$seen"
. packaging/windows/wine/wine.sh

user=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local | head -n 1)
program="$user/Programs/KV Lab"
mkdir -p "$user/Programs" # every Windows has it
everything() {
    find "$WINEPREFIX/drive_c/users" "$WINEPREFIX/drive_c/Program"* | grep -v '/Temp/' | sort
    run reg query 'HKCU\Software' /s | grep -i 'kvlab\|kv lab' || true
}
fail() {
    echo "check_under_wine.sh: $1" >&2
    exit 1
}

everything >"$seen/before"
run "$setup" /S
[ -e "$program/kvlab.exe" ] || fail "nothing was installed"
du -sm "$program"
run reg query 'HKCU\Software\Classes\KVLab.Lesson\shell\open\command' | grep -q 'kvlab.exe' ||
    fail "lessons are not opened with it"
find "$WINEPREFIX/drive_c/users" -name '*.lnk' -path '*KV Lab*' | grep -q . ||
    fail "it is not in the start menu"

run "$program/kvlab-cli.exe" self-check --lang en | tr -d '\r' | tee "$seen/self-check"
[ "$(grep -c '^ok' "$seen/self-check")" -ge 7 ] && ! grep -q '^FAILED' "$seen/self-check" ||
    fail "self-check"
run "$program/kvlab-cli.exe" export grid --lang zh --out "Z:$seen" >/dev/null
[ -s "$seen/grid-zh.png" ] || fail "no picture was exported"

run "$program/kvlab.exe" >"$seen/window.log" 2>&1 &
sleep 25
cp "$screen/Xvfb_screen0" "$seen/window.xwd"
.venv/bin/python packaging/linux/screen.py "$seen/window.xwd" "$seen/window.png" ||
    fail "the window shows nothing"
run "$program/uninstall.exe" /S '_?='"$(run winepath -w "$program" | tr -d '\r')"
[ -e "$program/kvlab.exe" ] || fail "a running program was removed"
run taskkill /f /im kvlab.exe >/dev/null
wait $! || true

run "$program/uninstall.exe" /S
sleep 5 # the uninstaller leaves a copy of itself to delete the rest
rm -rf "$user/kvlab" # settings of the user stay, as they should
everything >"$seen/after"
diff "$seen/before" "$seen/after" || fail "these were left behind"
echo "Installed, tried and removed under Wine; pictures are in build/windows-check"
