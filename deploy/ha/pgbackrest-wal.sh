#!/bin/sh
# PostgreSQL's archive_command (push FILE) and restore_command (get NAME FILE), in its data folder. pgBackRest
# refuses an archive_command without its name.
#
# A primary that was cut off goes on with its timeline, and archives segments that no other machine has. They are
# void: the next timeline began before them. A standby must not replay them, and one that becomes the primary must
# not stop because its own segment of that name differs (docs/adr/0052-three-machines.md).
set -u

# Whether the newest history says that the timeline of this segment ended in it or before it.
is_void() {
  history=$(ls pg_wal/????????.history 2> /dev/null | tail -n 1)
  [ -n "$history" ] || return 1
  timeline=$(printf %d "0x$(printf %.8s "$1")")
  awk -v timeline="$timeline" -v segment="${1#????????}" '
    function padded(hexadecimal) { return substr("00000000" hexadecimal, length(hexadecimal) + 1) }
    $1 == timeline {
      split($2, at, "/")
      # Segments have 16 MB: the upper two digits of the lower half.
      last = padded(at[1]) "000000" substr(padded(at[2]), 1, 2)
      void = (segment "") >= last
    }
    END { exit !void }' "$history"
}

is_segment() {
  case $1 in
    ????????????????????????) return 0 ;;
    *) return 1 ;;
  esac
}

# pgBackRest has another segment of this name.
DUPLICATE=45

case ${1-} in
  push)
    pgbackrest --stanza=simiente archive-push "$2"
    code=$?
    name=${2##*/}
    if [ $code -eq $DUPLICATE ] && is_segment "$name" && is_void "$name"; then
      echo "$name es de una línea de tiempo que ya terminó: se queda el que está en el bucket." >&2
      exit 0
    fi
    exit $code
    ;;
  get)
    if is_segment "$2" && is_void "$2"; then exit 1; fi
    exec pgbackrest --stanza=simiente archive-get "$2" "$3"
    ;;
  *)
    echo "Uso: pgbackrest-wal.sh push ARCHIVO | pgbackrest-wal.sh get NOMBRE ARCHIVO" >&2
    exit 2
    ;;
esac
