# Enters the namespaces of `unshare`: copies of the folders that the document writes to, a separate network, and the programs next to this
# file first in PATH. Arguments: the folder of the test, the folder of these programs.
set -euo pipefail
folder=$1 shims=$2
mount --make-rprivate /
top=$(mktemp -d)
mount -t tmpfs tmpfs "$top"
for at in /etc /opt /run /var /usr/local; do
  name=${at//\//_}
  mkdir -p "$top/$name/upper" "$top/$name/work"
  mount -t overlay overlay -o "lowerdir=$at,upperdir=$top/$name/upper,workdir=$top/$name/work" "$at"
done
ip link set lo up
mkdir -p "$top/bin" /run/postgresql /run/units
cp "$shims"/{systemctl,systemd-run,fetched} "$top/bin/"
for name in apt-get git npm; do ln -s fetched "$top/bin/$name"; done
chmod -R 755 "$top" "$top/bin"
chown postgres /run/postgresql
rm -rf /etc/postgresql/* /var/lib/postgresql/* /etc/nginx/sites-enabled/default
pg_createcluster 15 main > /dev/null
export FIRST_HOUR_RELEASE="$folder/release" REAL_NPM="$(command -v npm)"
export PATH="$top/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
unset NODE_EXTRA_CA_CERTS
cd /
exec bash --norc "$folder/script.sh"
