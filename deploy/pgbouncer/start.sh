#!/bin/sh
# Writes the users of PgBouncer from the <SERVICE>_DATABASE_PASSWORDs of the environment, then runs it with the file of the
# first argument. Passwords of `npm run secrets` have letters and digits only, so they need no quoting.
set -eu
umask 077
: "${USERLIST:=/run/pgbouncer/userlist.txt}"
env | sed -n 's/^\([A-Z]*\)_DATABASE_PASSWORD=\(.*\)$/\1 \2/p' | while read -r service password; do
  echo "\"plaudit_$(echo "$service" | tr '[:upper:]' '[:lower:]')\" \"$password\""
done >"$USERLIST"
exec pgbouncer "${1:-/etc/pgbouncer/pgbouncer.ini}"
