#!/bin/bash
# The first start of PostgreSQL: a role that owns the tables, and one that the application works under.
# Patroni runs it with a connection string, and with its secrets elsewhere (deploy/ha).
set -euo pipefail
secrets=/run/secrets
[ -d "$secrets" ] || secrets=/etc/simiente/secrets
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d "${1:-postgres}" \
  -v owner="$(< "$secrets/db_owner_password")" -v app="$(< "$secrets/db_app_password")" <<'SQL'
create role simiente_owner login password :'owner';
create role simiente_app login password :'app';
create database simiente owner simiente_owner;
revoke all on database simiente from public;
grant connect on database simiente to simiente_app;
SQL
