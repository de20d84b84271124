#!/bin/sh
# Makes the secrets that compose.yaml names, in ./secrets, and touches none that is there already.
set -eu
umask 077
mkdir -p secrets
for name in admin_password backup_passphrase; do
  [ -e "secrets/$name" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > "secrets/$name"
done
# The folder keeps others out; inside a container another user reads them.
chmod 700 secrets
chmod 644 secrets/*
