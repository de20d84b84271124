import { readFile } from 'node:fs/promises';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { zoneName } from '@simiente/contract/format/dates';
import { pino } from 'pino';
import { type Installation, openInstallation } from '../bootstrap.ts';
import { type Config, readConfig } from '../config.ts';
import { type AuditAction, sealAll, writeAudit } from '../modules/audit/public.ts';
import { type ChangeAct, NO_REQUEST, operator } from '../platform/act.ts';
import type { Transaction } from '../platform/database/database.ts';
import { createDigest } from '../platform/http/digest.ts';
import { StartupError } from '../platform/system-errors.ts';

export interface CommandSession {
  readonly config: Config;
  readonly installation: Installation;
  readonly act: ChangeAct;
}

/**
 * Opens the installation for a command, and closes it afterwards. The server may be running.
 * @param opener `import` may create a new installation
 */
export async function withInstallation<Result>(
  work: (session: CommandSession) => Promise<Result>,
  opener: 'import' | 'tool' = 'tool',
): Promise<Result> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const installation = await openInstallation(config, opener, log);
  // Seals the command's audit rows, because there may be no running server.
  const seal = () => sealAll({ pool: installation.database.pool, ...installation.auditSeal });
  try {
    const result = await work({
      config,
      installation,
      act: {
        actor: operator(),
        origin: NO_REQUEST,
        digest: createDigest(installation.secrets.current),
      },
    }).catch(async (error: unknown) => {
      // A failed command may have written audit rows. A failed sealing must not hide that error.
      await seal().catch(() => {});
      throw error;
    });
    await seal();
    return result;
  } finally {
    await installation.close();
  }
}

export function inTransaction<Result>(
  work: (transaction: Transaction, session: CommandSession) => Promise<Result>,
): Promise<Result> {
  return withInstallation((session) =>
    session.installation.database.db.transaction((transaction) => work(transaction, session)),
  );
}

/** Reads rows for an operator, and audits the listing. */
export function listAudited<Row>(
  action: AuditAction,
  read: (transaction: Transaction) => PromiseLike<Row[]>,
): Promise<Row[]> {
  return inTransaction(async (transaction, { act }) => {
    const rows = await read(transaction);
    await writeAudit(transaction, act, { action, details: { count: rows.length } });
    return rows;
  });
}

export function readInputFile(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new StartupError('file-missing', `No se puede leer el archivo «${file}».`, { cause });
  });
}

/** '1 fila', '12,400 filas' */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('es-MX')} ${count === 1 ? singular : plural}`;
}

/** A function that prints progress to the standard error, at most once a second. */
export function printProgress<Progress>(format: (progress: Progress) => string) {
  let lastShown = Date.now();
  return (progress: Progress): void => {
    if (Date.now() - lastShown < 1_000) return;
    lastShown = Date.now();
    console.error(format(progress));
  };
}

/** '2026-11-04 09:08 (Ciudad de México)', in the clinic's time zone. */
export function formatInstant(at: Date): string {
  const { clinicTimeZone } = readConfig(process.env);
  const { date, time } = toWallTime(at.toISOString(), clinicTimeZone);
  return `${date} ${time} (${zoneName(clinicTimeZone)})`;
}

/** Characters that would move the cursor, colour the terminal or reverse the text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Escapes external text for one line of a terminal. */
export function forTerminal(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
