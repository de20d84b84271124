#!/bin/sh
# Instala Simiente en esta máquina: Debian 12 o posterior, con systemd. Se puede repetir: lo que ya está no cambia.
#
#   sudo ./install.sh [--domain D] [--email E] [--name N] [--backup-dir CARPETA] [--passphrase-file ARCHIVO]
#
# Lo que no se da con una opción, lo pregunta.
set -eu
umask 022
HERE=$(dirname "$(readlink -f "$0")")
SETTINGS=/etc/simiente/simiente.env
DATA=/var/lib/simiente

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$HERE/release.json"; }
setting() { sed -n "s/^$1='\(.*\)'$/\1/p" "$SETTINGS"; }
# ask VARIABLE PREGUNTA: keeps what an option gave
ask() {
  eval "given=\${$1:-}"
  if [ -z "$given" ]; then
    [ -t 0 ] || fail "Falta un dato: $2 Dalo con una opción; las muestra el comienzo de install.sh."
    printf '%s ' "$2"
    read -r given
  fi
  case "$given" in '' | *[\'\\]*) fail "No puede quedar vacío ni tener comillas o diagonales invertidas: $2" ;; esac
  eval "$1=\$given"
}

DOMAIN='' EMAIL='' NAME='' BACKUP_DIR='' PASSPHRASE='' PASSPHRASE_FILE=''
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || fail "La opción $1 necesita un valor."
  case "$1" in
    --domain) DOMAIN=$2 ;;
    --email) EMAIL=$2 ;;
    --name) NAME=$2 ;;
    --backup-dir) BACKUP_DIR=$2 ;;
    --passphrase-file) PASSPHRASE_FILE=$2 ;;
    *) fail "No existe la opción $1. Las opciones: --domain, --email, --name, --backup-dir, --passphrase-file." ;;
  esac
  shift 2
done

[ "$(id -u)" = 0 ] || fail "Instalar necesita permisos de administrador: sudo ./install.sh"
[ "$(uname -sm)" = 'Linux x86_64' ] || fail "Este archivo es para Linux x86_64, y esta máquina es $(uname -sm)."
[ -d /run/systemd/system ] || fail 'Simiente se instala como servicio de systemd, y aquí no está en marcha.'
[ -f "$HERE/release.json" ] || fail "Falta release.json: desempaqueta el archivo entero y ejecuta su install.sh."
ID="$(field version)-$(field commit | cut -c1-10)"
TARGET=/opt/simiente/versions/$ID

if [ -e "$SETTINGS" ]; then
  say "Configuración: se conserva $SETTINGS."
  BACKUP_DIR=$(setting BACKUP_DIR)
  DOMAIN=$(setting PUBLIC_URL | sed 's|https://||')
  [ -L /opt/simiente/current ] && [ "$(readlink -f /opt/simiente/current)" != "$TARGET" ] &&
    fail 'Ya hay otra versión instalada. Para cambiar de versión: sudo simiente update ARCHIVO'
else
  ask DOMAIN '¿En qué dominio lo usará la clínica? (por ejemplo, simiente.clinica.mx)'
  case "$DOMAIN" in *[!A-Za-z0-9.-]* | .* | -*) fail "«$DOMAIN» no es un dominio: escríbelo sin https:// ni diagonales." ;; esac
  ask BACKUP_DIR '¿En qué carpeta se guardan los respaldos? (en otro disco: si este falla, los salva)'
  case "$BACKUP_DIR" in /*[!A-Za-z0-9_./-]* | / | "$DATA"* | [!/]*) fail "«$BACKUP_DIR» no sirve: escribe la ruta completa de una carpeta fuera de $DATA, sin espacios ni acentos." ;; esac
  [ -z "$PASSPHRASE_FILE" ] || PASSPHRASE=$(cat "$PASSPHRASE_FILE")
  ask PASSPHRASE '¿Con qué frase se cifran los respaldos? (12 caracteres o más; guárdala fuera de esta máquina)'
  [ "${#PASSPHRASE}" -ge 12 ] || fail 'La frase debe tener 12 caracteres o más. No se instaló nada.'
fi

if ! id simiente > /dev/null 2>&1; then
  useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin simiente
  say 'Usuario: simiente.'
fi
install -d -m 755 /opt/simiente /opt/simiente/versions /etc/simiente
install -d -m 700 -o simiente -g simiente "$DATA" "$BACKUP_DIR"
if [ ! -e "$DATA/data" ]; then
  # Links, so that going back to an earlier version replaces the data and their archive at once.
  install -d -m 700 -o simiente -g simiente "$DATA/data-1"
  install -d -m 700 -o simiente -g simiente "$BACKUP_DIR/wal-1"
  ln -s "$BACKUP_DIR/wal-1" "$DATA/data-1/wal-archive"
  ln -s data-1 "$DATA/data"
fi
if [ ! -d "$TARGET" ]; then
  rm -rf "$TARGET.partial"
  cp -a "$HERE" "$TARGET.partial"
  chown -R root:root "$TARGET.partial"
  mv "$TARGET.partial" "$TARGET"
fi
[ -L /opt/simiente/current ] || ln -s "$TARGET" /opt/simiente/current
ln -sfn /opt/simiente/current/simiente /usr/local/bin/simiente
say "Programas: $TARGET; el comando: simiente."

if [ ! -e "$SETTINGS" ]; then
  # Its owner is the service, which reads it too when a command runs with sudo.
  install -m 600 -o simiente -g simiente /dev/null "$SETTINGS.partial"
  cat > "$SETTINGS.partial" <<SETTINGS
# La configuración de Simiente. Cada variable: docs/es/instalar.md. Después de cambiarla: systemctl restart simiente
NODE_ENV='production'
PUBLIC_URL='https://$DOMAIN'
TRUST_PROXY='loopback'
DATA_DIR='$DATA/data'
BACKUP_DIR='$BACKUP_DIR'
BACKUP_PASSPHRASE='$PASSPHRASE'
WAL_ARCHIVE='$DATA/data/wal-archive'
SETTINGS
  mv "$SETTINGS.partial" "$SETTINGS"
  say "Configuración: $SETTINGS."
fi

sed "s|@BACKUP_DIR@|$BACKUP_DIR|" "$TARGET/simiente.service" > /etc/systemd/system/simiente.service
sed "s|@DOMAIN@|$DOMAIN|" "$TARGET/Caddyfile" > /etc/simiente/Caddyfile
if [ -d /etc/caddy ] && ! grep -qs /etc/simiente/Caddyfile /etc/caddy/Caddyfile; then
  [ ! -e /etc/caddy/Caddyfile ] || cp -p /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-simiente
  echo 'import /etc/simiente/Caddyfile' > /etc/caddy/Caddyfile
  systemctl reload-or-restart caddy || say 'Aviso: Caddy no arrancó; míralo con «systemctl status caddy».'
  say 'Caddy: atiende el dominio. Su archivo anterior está en /etc/caddy/Caddyfile.before-simiente.'
elif [ ! -d /etc/caddy ]; then
  say 'Caddy: no está instalado. Instálalo (apt install caddy) y repite install.sh, o usa tu proxy con TLS.'
fi
systemctl daemon-reload
systemctl enable --quiet --now simiente
say 'Servicio: simiente, en marcha y en cada arranque.'

for second in $(seq 120); do
  "$TARGET/is-answering" live && break
  [ "$second" != 120 ] || fail 'Simiente no contestó en dos minutos: míralo con «journalctl -u simiente».'
  sleep 1
done
if ! "$TARGET/is-answering" ready; then
  ask EMAIL '¿Con qué correo entra la primera persona, que administra?'
  ask NAME '¿Cómo se llama?'
  simiente staff add --email "$EMAIL" --name "$NAME"
  say 'Guarda esa contraseña: no se muestra otra vez. Se cambia en «Mi cuenta».'
fi
say "Listo: https://$DOMAIN"
