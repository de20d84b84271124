import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import type { UnfitReason } from '../../platform/replica/fitness.ts';
import { openReplica, type Replica } from '../../platform/replica/replica.ts';

/** The configured replica; null without one. */
export function openReplicaOf(
  { databaseReplicaUrl: url, databasePoolSize: max }: Config,
  { database }: Pick<Installation, 'database'>,
  log: Logger,
): Replica | null {
  if (url === null) return null;
  const connection = { ...parseIntoClientConfig(url), max };
  return openReplica({ primary: database.db, connection, log });
}

const NOTICES: Readonly<Record<UnfitReason, string>> = {
  starting: 'todavía no se sabe si la réplica sirve',
  unreachable:
    'la réplica de DATABASE_REPLICA_URL no responde: revisa la dirección y que esté encendida',
  refused:
    'la réplica no acepta el usuario, la contraseña o la base de DATABASE_REPLICA_URL: revísalos',
  'not-standby':
    'DATABASE_REPLICA_URL lleva a un servidor que acepta cambios, como el principal, y no a una réplica: usarlo no serviría de nada; pon la dirección de una réplica',
  foreign: 'DATABASE_REPLICA_URL no lleva a una réplica de la base de DATABASE_URL',
  timeline:
    'la réplica sigue otra historia que el principal, o acaba de cambiar a la suya: si en unos minutos no se usa, vuelve a hacerla',
  pooled:
    'DATABASE_REPLICA_URL pasa por un repartidor que cambia de conexión en cada transacción: usa la dirección directa de la réplica',
  behind: 'la réplica tiene más de 5 segundos de retraso',
};

/** A notice of a replica that is not used; null where it is, or where there is none. */
export async function describeReplica(replica: Replica | null): Promise<string | null> {
  const reason = (await replica?.check()) ?? null;
  if (reason === null) return null;
  return `Aviso: ${NOTICES[reason]}. Mientras, todo se lee del principal.`;
}
