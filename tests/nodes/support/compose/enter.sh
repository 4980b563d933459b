#!/bin/bash
# Sets up the machine of an engine inside the namespaces of `unshare`: a bridge with the address of the gateway, addresses of visitors,
# and the packages of the image. Arguments: gateway with its prefix, checkout, file with names of packages to leave out, addresses of visitors.
set -euo pipefail
gateway=$1 checkout=$2 omitted=$3
shift 3
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p /run/netns /run/roots /run/packages/upper /run/packages/work /run/packages/node_modules
ip link set lo up
# The bridge needs a fixed MAC address. Otherwise it takes the lowest of its ports, changes with each service that starts or stops, and
# is lost to the others until they ask again.
ip link add inside address 02:00:00:00:00:01 type bridge
ip address add "$gateway" dev inside
ip link set inside up
for visitor; do ip address add "$visitor/32" dev lo; done

# The stage `packages` of the Containerfile: without packages for development and without those that the build has bundled.
mount -t overlay overlay \
  -o "lowerdir=$checkout/node_modules,upperdir=/run/packages/upper,workdir=/run/packages/work" /run/packages/node_modules
cd /run/packages
cp node_modules/node/bin/node node
xargs -a "$omitted" rm -rf
./node "$checkout/ops/container/prune.mjs" node_modules
echo entered
exec sleep infinity
