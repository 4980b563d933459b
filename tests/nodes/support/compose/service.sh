#!/bin/bash
# Runs one container as a process with its own network, root directory and user. Arguments: options, then -- and the command.
set -euo pipefail
path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
top=$(mktemp -d /run/roots/XXXXXX)
mount -t tmpfs tmpfs "$top"
root=$top/root
mkdir "$root"
wd=/ uid=0 gid=0 privileges=() read_only=

place() { # SOURCE TARGET: creates the mount point
  if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$root$(dirname "$2")" && touch "$root$2"; fi
}
bind() {
  place "$1" "$2"
  mount --bind "$1" "$root$2"
  [ "${3:-}" != ro ] || mount -o remount,bind,ro "$root$2"
}

while [ "$1" != -- ]; do
  case $1 in
    # Only libraries: no shell, and no user except root.
    --bare)
      mount -t tmpfs tmpfs "$root"
      mkdir "$root/dev"
      ln -s usr/lib "$root/lib" && ln -s usr/lib64 "$root/lib64"
      bind /usr/lib /usr/lib ro && bind /usr/lib64 /usr/lib64 ro && bind /etc/ssl /etc/ssl ro
      for each in null zero random urandom; do bind "/dev/$each" "/dev/$each"; done
      mkdir -p "$root/etc" && echo root:x:0:0::/root:/sbin/nologin > "$root/etc/passwd"
      ;;
    # The installed system; writes stay in memory.
    --installed)
      mkdir "$top/upper" "$top/work"
      mount -t overlay overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" "$root"
      mount --rbind /dev "$root/dev"
      for each in /tmp /run; do mount -t tmpfs -o mode=1777 tmpfs "$root$each"; done
      ;;
    --bind) bind $2; shift ;;
    --copy) mkdir -p "$root$(dirname "${2#* }")" && cp -r "${2% *}" "$root${2#* }"; shift ;;
    --tmpfs) mkdir -p "$root$2" && mount -t tmpfs -o mode=1777 tmpfs "$root$2"; shift ;;
    --own) mkdir -p "$root$2" && chown "$uid:$gid" "$root$2"; shift ;;
    --user) uid=${2%:*} gid=${2#*:}; shift ;;
    --workdir) wd=$2; shift ;;
    --read-only) read_only=1 ;;
    --no-new-privileges) privileges=(--no-new-privs) ;;
    *) echo "service.sh: $1" >&2; exit 1 ;;
  esac
  shift
done
shift
ip link set lo up
mkdir -p "$root/proc" && mount -t proc proc "$root/proc"
echo 'hosts: files' > "$top/nsswitch" && bind "$top/nsswitch" /etc/nsswitch.conf ro
[ -z "$read_only" ] || mount -o remount,bind,ro "$root"
unset SHLVL PWD OLDPWD
export PATH=$path
exec /usr/bin/setpriv "${privileges[@]}" /usr/bin/unshare --root="$root" --wd="$wd" --setgid="$gid" --setuid="$uid" -- "$@"
