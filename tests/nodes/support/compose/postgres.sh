#!/bin/bash
# Starts as the image of PostgreSQL does: a server without TCP creates the cluster of a new volume from the POSTGRES_* variables.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # Splits words as the image does.
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >> "$PGDATA/postgresql.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start > /dev/null
  psql -qX -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v name="$POSTGRES_DB" <<< 'CREATE DATABASE :"name"'
  pg_ctl -D "$PGDATA" -m fast -w stop > /dev/null
fi
exec "$@"
