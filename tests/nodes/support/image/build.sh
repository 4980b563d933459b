#!/bin/bash
# Builds the image of the Containerfile with buildah: build.sh FOLDER CHECKOUT NODE NPM. It stays mounted; standard output is its folder and
# buildah's description of it as JSON. The two base images are made of Debian's packages here, so that no image registry is needed.
set -euo pipefail
folder=$1 checkout=$2 node=$3 npm=$4
PATH=$PATH:/usr/sbin
run() { buildah --storage-driver vfs --root "$folder/storage" --runroot "$folder/run" "$@"; }
base() { # NAME FOLDER OPTION…
  local name=$1 from=$2 container
  shift 2
  container=$(run from scratch)
  run add -q "$container" "$from" / >&2
  run config "$@" "$container"
  run commit -q "$container" "localhost/$name" >&2
  run rm "$container" >&2
}

# Like docker.io/library/node: Debian, Node and npm.
debootstrap --variant=minbase --include=ca-certificates bookworm "$folder/debian" >&2
cp -L "$node" "$folder/debian/usr/local/bin/node"
mkdir -p "$folder/debian/usr/local/lib/node_modules"
cp -rL "$npm" "$folder/debian/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/debian/usr/local/bin/npm"
authorities=/etc/ssl/certs/ca-certificates.crt
base node "$folder/debian" --env PATH=/usr/local/bin:/usr/bin:/bin --env NODE_EXTRA_CA_CERTS=$authorities

# Like distroless: glibc and libstdc++.
mkdir -p "$folder/libraries/lib64" "$folder/libraries/lib/x86_64-linux-gnu" "$folder/libraries/etc"
cp -L /lib64/ld-linux-x86-64.so.2 "$folder/libraries/lib64"
for name in libc libm libdl libpthread libgcc_s libresolv libstdc++; do
  cp -L "$(ldconfig -p | sed -n "s/^\s*$name\.so\.[0-9]* (libc6,x86-64.* => //p" | head -n 1)" "$folder/libraries/lib/x86_64-linux-gnu"
done
cp -r /etc/ssl "$folder/libraries/etc"
base libraries "$folder/libraries" --env PATH=/usr/local/bin

# npm opens more files at once than buildah allows by default.
run bud --isolation chroot --layers=false --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --volume /etc/ssl/certs:/etc/ssl/certs:ro \
  --build-arg BUILD_IMAGE=localhost/node --build-arg RUN_IMAGE=localhost/libraries \
  -f "$checkout/ops/container/Containerfile" -t pardeh "$checkout" >&2
container=$(run from localhost/pardeh)
run mount "$container"
run inspect --type container "$container"
