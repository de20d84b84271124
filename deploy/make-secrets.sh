#!/bin/sh
# Makes the secrets that compose.yaml names, in ./secrets, and touches none that is there already.
set -eu
umask 077
mkdir -p secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }

for name in db_admin_password db_owner_password db_app_password auth_secret audit_secret admin_password backup_passphrase; do
  keep "$name" "$(random)"
done
keep database_url "postgres://simiente_app:$(cat secrets/db_app_password)@db/simiente"
keep database_owner_url "postgres://simiente_owner:$(cat secrets/db_owner_password)@db/simiente"
# The folder keeps others out; inside a container each service reads its own as another user.
chmod 700 secrets
chmod 644 secrets/*
