import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expectCluster, expectSchema } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { operator } from '../../platform/act.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { resolveLayout } from '../../platform/postgres/layout.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { ensureIdentity, keepIdentity } from '../../platform/wal-archive/archive.ts';
import { listBases, writeBase } from '../../platform/wal-archive/base-copy.ts';
import { pruneArchive } from '../../platform/wal-archive/prune.ts';
import { verifyArchive } from '../../platform/wal-archive/verify.ts';
import { auditCommand, readSecrets, withSignal } from './backup-session.ts';
import { runCommand } from './daily-backup.ts';
import {
  hasSpool,
  openAnyArchive,
  openOwnArchive,
  prepareSpool,
  printDamaged,
  readArchivedSince,
  readSystemId,
  requireWalArchive,
} from './wal-archive.ts';

const DAY = 24 * 3_600_000;

/** Makes a base copy once a day, and whenever recovery would have none to start from. It runs in a separate process. */
export function baseCopies(config: Config, db: Database, environment = process.env): Job {
  return {
    name: 'wal-base',
    schedule: { everyMinutes: 30 },
    run: async (signal) => {
      const { rows } = await db.execute<{ timeline: number }>(
        sql`select timeline_id as timeline from pg_control_checkpoint()`,
      );
      const { archive } = await openOwnArchive(config, await readSystemId(db));
      const last = (await listBases(archive)).complete.at(-1);
      const isCurrent =
        last !== undefined &&
        last.timeline === rows[0]?.timeline &&
        last.madeAt > (await readArchivedSince(config)) &&
        Date.now() - Date.parse(last.madeAt) < DAY;
      if (!isCurrent) await runCommand(['backup', '--base'], environment, signal);
      return { made: !isCurrent };
    },
  };
}

/**
 * `backup --base`: copies the running cluster into WAL_ARCHIVE, and removes copies older than the retention.
 * @param options.take makes this data folder the archive's writer, instead of another one
 */
export async function makeBase({ take = false }: { take?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const { days } = requireWalArchive(config);
  const log = pino({ level: config.logLevel });
  await expectCluster(config);
  // A restored database that no server has started yet.
  if (!hasSpool(config)) await prepareSpool(config);
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    role: 'tool',
    log: (line) => log.info(line),
  });
  const database = openDatabase({ ...postgres.app, max: 1 }, log);
  try {
    await expectSchema(config, postgres);
    const layout = await resolveLayout(config.dataDir);
    const own = await openOwnArchive(config, await readSystemId(database.db), { takes: take });
    const encrypted = own.passphrase !== null;
    // First, so that no copy goes unaudited.
    await auditCommand(
      { config, connections: postgres, log },
      // A parent process means that the daily job runs this, not a person.
      process.send ? { kind: 'system' } : operator(),
      { action: 'data.backed_up', details: { kind: 'base', encrypted } },
    );
    if (own.passphrase !== null) {
      await keepIdentity(own.store, await ensureIdentity(layout.secrets), own.passphrase);
    }
    const base = await writeBase(own.archive, {
      superuser: postgres.superuser,
      cluster: layout.cluster,
      secrets: encrypted ? await readSecrets(config) : {},
    });
    const files = await database.pool.query<{ key: string }>(
      'select storage_key as key from files',
    );
    const keys = new Set(files.rows.map(({ key }) => key));
    const bases = await listBases(own.archive);
    const pruned = await pruneArchive(own.archive, bases, {
      days,
      now: new Date(),
      hasFile: (key) => keys.has(key),
    });
    console.log(`Copia de la base guardada en WAL_ARCHIVE, del ${base.madeAt}.`);
    printDamaged(bases);
    if (Math.max(...Object.values(pruned)) > 0) {
      console.log(
        `Se quitaron datos que ya no hacían falta: copias, ${pruned.bases}; segmentos, ${pruned.segments}; archivos, ${pruned.files}.`,
      );
    }
  } finally {
    await database.close();
    await postgres.close();
  }
}

/**
 * `backup verify` without a file: reads all of WAL_ARCHIVE with the passphrase alone, as a recovery would, and names
 * each object that is damaged or missing; exit code 1 with one.
 */
export async function verifyWalArchive(): Promise<void> {
  const config = readConfig(process.env);
  const { archive } = await openAnyArchive(config);
  const { checked, damaged, missing } = await withSignal((signal) =>
    verifyArchive(archive, signal),
  );
  if (damaged.length + missing.length === 0) {
    console.log(
      `WAL_ARCHIVE está bien: ${checked.toLocaleString('es-MX')} objetos se leyeron enteros y no falta ningún segmento.`,
    );
    return;
  }
  for (const name of damaged) console.error(`Dañado: ${name}`);
  for (const name of missing) console.error(`Falta: wal/${name}`);
  throw new StartupError(
    'wal-archive-damaged',
    'No se puede volver a los momentos que dependen de esos objetos. Haz ahora una copia nueva con «simiente backup --base»: desde ella se vuelve a poder.',
  );
}
