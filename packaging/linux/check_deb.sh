#!/bin/sh
# Install, run and purge the Debian package in a clean Debian without a network.
#
#   sh packaging/linux/check_deb.sh dist/kvlab_VERSION_amd64.deb
#
# Needs root. A minimal Debian of this machine's release is made once in build/debian; what the
# package depends on is downloaded into it beforehand, everything after that runs in a network
# namespace that has no way out. Pictures of what was seen are in build/deb-check. MIRROR names another
# mirror than that of this machine.
set -eu
cd "$(dirname "$0")/../.."
deb=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo "check_deb.sh: a chroot can only be made by root" >&2 && exit 1; }
sh packaging/build_tools.sh debootstrap=debootstrap unshare=util-linux

base=$PWD/build/debian
seen=$PWD/build/deb-check
root=$(mktemp -d /var/tmp/kvlab-debian-XXXXXX)
trap 'rm -rf "$root"' EXIT
rm -rf "$seen"
mkdir -p "$seen" build

if [ ! -e "$base.tar" ]; then
    . /etc/os-release
    mirror=${MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(SITE)' |
        sed -n "s/^$VERSION_CODENAME //p" | head -n 1)}
    components=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT)' |
        sed -n "s/^$VERSION_CODENAME //p" | sort -u | paste -sd, -)
    echo "Making a minimal Debian $VERSION_CODENAME in build/debian.tar (once)"
    rm -rf "$base"
    debootstrap --variant=minbase --components="$components" "$VERSION_CODENAME" "$base" "$mirror" >"$base.log" 2>&1
    tar -C "$base" -cf "$base.tar" .
    rm -rf "$base"
fi
tar -C "$root" -xf "$base.tar"
install -m 644 /etc/resolv.conf "$root/etc/resolv.conf"
cp "$deb" "$root/kvlab.deb"

# inside COMMAND: in the chroot, without a network and with its own processes
inside() {
    unshare --net --mount --pid --fork --kill-child sh -c '
        mount -t proc proc "$0/proc"
        mount -t tmpfs tmpfs "$0/tmp"
        mount --bind "$1" "$0/mnt"
        for name in null urandom; do touch "$0/dev/$name"; mount --bind "/dev/$name" "$0/dev/$name"; done
        exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home \
            DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -euc "$2"' "$root" "$seen" "$1"
}

echo "Downloading what the package depends on"
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    sh -euc '
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends xvfb shared-mime-info desktop-file-utils
    apt-get -qq install -y --no-install-recommends --download-only /kvlab.deb
    ' >"$seen/download.log" 2>&1

files='find / -xdev \( -path /proc -o -path /tmp -o -path /mnt -o -path /dev -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/apt -o -path "/var/lib/dpkg/*-old" \) -prune \
    -o -printf "%p %l\n" | sort'
inside "$files" >"$seen/before"

inside '
    ! getent hosts localhost.invalid
    apt-get -qq install -y --no-install-recommends /kvlab.deb
' >"$seen/install.log" 2>&1
echo "Installed without a network"

inside '
    dpkg --verify kvlab
    cd /tmp
    kvlab self-check --lang en
    QT_QPA_PLATFORM=offscreen kvlab export all --lang zh --out /mnt
    grep -q "application/x-kvlab:\*.kvlab" /usr/share/mime/globs2
    grep -q "application/x-kvlab=org.kvlab.KVLab.desktop" /usr/share/applications/mimeinfo.cache
    mkdir /tmp/.X11-unix /tmp/screen
    Xvfb :7 -screen 0 1600x1000x24 -fbdir /tmp/screen 2>/dev/null &
    server=$!
    while [ ! -e /tmp/.X11-unix/X7 ]; do sleep 0.1; done
    DISPLAY=:7 LC_ALL=zh_CN.UTF-8 QT_QPA_PLATFORM=xcb kvlab &
    program=$!
    sleep 6
    cp /tmp/screen/Xvfb_screen0 /mnt/window.xwd
    kill $program
    wait $program || true
    kill $server
' >"$seen/run.log" 2>"$seen/run.err" || { cat "$seen/run.log" "$seen/run.err" >&2 && exit 1; }
grep -v '^/' "$seen/run.log"
"${PYTHON:-.venv/bin/python}" packaging/linux/screen.py "$seen/window.xwd" "$seen/window.png"

inside 'apt-get -qq purge -y --autoremove kvlab' >"$seen/purge.log" 2>&1
inside "$files" >"$seen/after"
if ! diff "$seen/before" "$seen/after"; then
    echo "check_deb.sh: the package left these behind" >&2
    exit 1
fi
echo "Purged; not a file is left of it. Pictures are in build/deb-check"
