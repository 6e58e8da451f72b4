# Sourced by the scripts beside it: sets up a Wine of our own in the folder $work.
#
# A crash under Wine starts a debugger that waits for ever, hence `timeout` and winedbg= below. Wine
# needs an open standard input, and a screen that lives longer than its server.

export WINEPREFIX="$work/prefix" WINEARCH=win64 WINEDEBUG=-all
export WINEDLLOVERRIDES="mscoree,mshtml,winedbg.exe=;ucrtbase,mscms=n,b"
screen=$work/screen
mkdir -p "$screen"
rm -f "$screen"/*

wine_patience=120
run() { timeout -k 5 "$wine_patience" /usr/lib/wine/wine64 "$@" </dev/null 2>&1 | cat; }
run_long() { wine_patience=1200 run "$@"; }

Xvfb -displayfd 3 -screen 0 1600x1000x24 -fbdir "$screen" -nolisten tcp \
    3>"$screen/number" >/dev/null 2>&1 &
xvfb=$!
while [ ! -s "$screen/number" ]; do sleep 0.1; done
DISPLAY=:$(cat "$screen/number")
export DISPLAY

end_wine() {
    /usr/lib/wine/wineserver64 -k 2>/dev/null || true
    kill "$xvfb" 2>/dev/null || true
}
trap end_wine EXIT

fresh_prefix() {
    rm -rf "$WINEPREFIX"
    run wineboot -i >/dev/null
    run reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null # Debian's says Windows 7
}
