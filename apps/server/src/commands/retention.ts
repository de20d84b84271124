import { errorTable } from '@simiente/contract/common/errors';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { Config } from '../config.ts';
import { purgeBlocked, RETENTION_YEARS, readBlocked } from '../modules/trash/blocked.ts';
import { purgeTrash } from '../modules/trash/purge-trash.ts';
import { unblockReasons, unblockRecord } from '../modules/trash/restore.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/system-errors.ts';
import { formatCount, inTransaction, withInstallation } from './with-installation.ts';

const kindNames = { patient: 'paciente', exam: 'estudio' } as const;

/** `purge`: runs the nightly job now. */
export async function purgeNow(): Promise<void> {
  const { purged, blocked } = await withInstallation(({ installation, act }) =>
    purgeTrash(installation.database.db, act),
  );
  console.log(`Suprimidos: ${purged}. Bloqueados: ${blocked}.`);
}

/** `blocked list`: prints only ids and dates, because names of blocked records must stay hidden. */
export async function listBlocked(): Promise<void> {
  await withInstallation(async ({ installation, config }) => {
    const records = await installation.database.db.transaction((transaction) =>
      readBlocked(transaction),
    );
    for (const { kind, id, blockedAt, purgeableFrom, isPurgeable } of records) {
      const when = isPurgeable
        ? 'ya se puede suprimir'
        : `se conserva hasta ${toClinicDay(purgeableFrom, config)}`;
      console.log(
        `${id}\t${kindNames[kind]}\tbloqueado el ${toClinicDay(blockedAt, config)}\t${when}`,
      );
    }
    if (records.length === 0) console.log('No hay nada bloqueado.');
  });
}

export async function restoreBlocked(id: string, { reason }: { reason: string }): Promise<void> {
  const validReason = unblockReasons.find((name) => name === reason);
  if (validReason === undefined) {
    throw new StartupError(
      'reason-unknown',
      `El motivo debe ser uno de: ${unblockReasons.join(', ')}.`,
    );
  }
  await inTransaction((transaction, { act }) =>
    unblockRecord(transaction, act, id, validReason),
  ).catch((error: unknown) => {
    throw toStartupError(error, id);
  });
  console.log(`Vuelve a estar en uso: ${id}`);
}

function toStartupError(error: unknown, id: string): unknown {
  if (!(error instanceof Problem)) return error;
  const message = error.code === 'NOT_FOUND' ? notBlocked(id) : errorTable[error.code].message;
  return new StartupError('restore-refused', `${message} No se cambió nada.`, { cause: error });
}

const notBlocked = (id: string) => `No hay ningún registro bloqueado con el id ${id}.`;

export async function purgeOne(id: string): Promise<void> {
  await withInstallation(async ({ installation: { database }, config, act }) => {
    // A rejection is committed too, because it is audited.
    const answer = await database.db.transaction((transaction) =>
      purgeBlocked(transaction, act, id),
    );
    if (answer.outcome === 'not-blocked') throw new StartupError('purge-refused', notBlocked(id));
    const { lastActAt, purgeableFrom } = answer.record;
    const [last, from] = [toClinicDay(lastActAt, config), toClinicDay(purgeableFrom, config)];
    if (answer.outcome === 'too-early') {
      throw new StartupError(
        'purge-refused',
        `Un expediente se conserva ${RETENTION_YEARS} años desde el último acto médico (NOM-004-SSA3-2012, 5.4). El último fue el ${last}: se puede suprimir desde el ${from}. No se suprimió nada.`,
      );
    }
    console.log(`Suprimido: ${id}, con ${formatCount(answer.files, 'archivo')}.`);
  });
}

const toClinicDay = (instant: string, { clinicTimeZone }: Pick<Config, 'clinicTimeZone'>) =>
  toWallTime(instant, clinicTimeZone).date;
