import { chmod, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { expectCluster, expectSchema } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { operator } from '../../platform/act.ts';
import { withClient } from '../../platform/database/connections/connect.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { resolveLayout } from '../../platform/postgres/layout.ts';
import { isAlive } from '../../platform/postgres/postmaster.ts';
import { giveOwnership } from '../../platform/postgres/run-as.ts';
import { withScratchFolder } from '../../platform/storage/storage.ts';
import { ifMissing, isDiskFull, StartupError } from '../../platform/system-errors.ts';
import { type Archive, ensureIdentity, storeIdentity } from '../../platform/wal-archive/archive.ts';
import {
  BASES,
  type Bases,
  baseName,
  COMPLETE,
  deleteBase,
  listBases,
  writeBase,
} from '../../platform/wal-archive/base-copy.ts';
import { isOutage } from '../../platform/wal-archive/recover.ts';
import { FILES, SEGMENTS } from '../../platform/wal-archive/ship.ts';
import { auditCommand, readSecrets, withSignal } from './backup-session.ts';
import { runCommand } from './daily-backup.ts';
import {
  getScratchFolder,
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

/** Makes a base copy in a separate process once a day, and whenever recovery has no copy to start from. */
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
 * @param options.take whether to take over an archive into which another data folder wrote
 */
export async function makeBase({ take = false }: { take?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const { days } = requireWalArchive(config);
  const log = pino({ level: config.logLevel });
  await expectCluster(config);
  // The spool is missing after a restoration, until a server starts.
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
    const archive = await openOwnArchive(config, await readSystemId(database.db), { take });
    const encrypted = archive.passphrase !== null;
    // Audited before it begins, so that no copy is unaudited.
    await auditCommand(
      { config, connections: postgres, log },
      // The daily job runs this command as a child process, an operator does not.
      process.send ? { kind: 'system' } : operator(),
      { action: 'data.backed_up', details: { kind: 'base', encrypted } },
    );
    if (archive.passphrase !== null) {
      await storeIdentity(archive.store, await ensureIdentity(layout.secrets), archive.passphrase);
    }
    const secrets = encrypted ? await readSecrets(config) : {};
    const scratch = getScratchFolder(layout);
    await removeAbandoned(scratch);
    await requireSpace(postgres.superuser, config.dataDir);
    const base = await withScratchFolder(scratch, `base-${process.pid}-`, async (folder) => {
      // PostgreSQL's account must be able to enter the parent folder.
      await chmod(scratch, 0o711);
      await giveOwnership(postgres.runAs, folder);
      return writeBase(archive.archive, { superuser: postgres.superuser, folder, secrets });
    }).catch((error: unknown) => {
      throw isDiskFull(error) ? baseDiskFull(config.dataDir, error) : error;
    });
    const files = await database.pool.query<{ key: string }>(
      'select storage_key as key from files',
    );
    const keys = new Set(files.rows.map(({ key }) => key));
    const bases = await listBases(archive.archive);
    const pruned = await pruneArchive(archive.archive, bases, {
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

/** Bytes of the disk reserved for the clinic's changes, because PostgreSQL stops if it cannot write its log. */
const RESERVED_BYTES = 128 * 1024 * 1024;

/** Rejects a copy that would fill the disk. The compressed copy is beside the plain one until it is stored. */
async function requireSpace(superuser: ClientConfig, dataDir: string): Promise<void> {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ bytes: string }>(
      'select sum(pg_database_size(oid))::text as bytes from pg_database',
    ),
  );
  const { bavail, bsize } = await statfs(dataDir);
  const needed = 1.5 * Number(rows[0]?.bytes) + RESERVED_BYTES;
  if (bavail * bsize < needed) throw baseDiskFull(dataDir);
}

const baseDiskFull = (dataDir: string, cause?: unknown) =>
  new StartupError(
    'backup-disk-full',
    `No queda espacio en el disco de ${dataDir} para la copia de la base: no se guardó.`,
    { cause },
  );

/** Removes the copies of commands that were killed. */
async function removeAbandoned(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(ifMissing([]))) {
    const [, pid] = /^base-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(path.join(scratch, name), { recursive: true, force: true });
  }
}

/**
 * `backup verify` without a file: reads WAL_ARCHIVE with only the passphrase, like a recovery, and prints each
 * damaged or missing object. The exit code is 1 if there are any.
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
    'No se puede restaurar ningún momento que dependa de esos objetos. Haz ahora una copia nueva con «simiente backup --base» para poder restaurar los siguientes.',
  );
}

/**
 * Reads every object of an archive, to verify the checksums of compression and encryption, and finds gaps in the log.
 * @returns the names of objects that cannot be read to their end, and of segments that are missing between a base copy
 *   and the end of its timeline
 * @throws Error if the archive does not answer
 */
export async function verifyArchive(archive: Archive, signal: AbortSignal) {
  const bases = await listBases(archive);
  const segments = await archive.list(SEGMENTS);
  const names = [
    ...bases.complete.flatMap(({ name }) => [`${BASES}/${name}`, `${BASES}/${name}${COMPLETE}`]),
    ...segments.map((name) => `${SEGMENTS}/${name}`),
    ...(await archive.list(FILES)).map((key) => `${FILES}/${key}`),
  ];
  const damaged = bases.damaged.map((name) => `${BASES}/${name}${COMPLETE}`);
  for (const name of names) {
    if (!(await isIntact(archive, name, signal))) damaged.push(name);
  }
  const starts = bases.complete.map(({ firstSegment }) => firstSegment);
  return { checked: names.length, damaged, missing: findMissing(segments, starts) };
}

async function isIntact(archive: Archive, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    const stored = await archive.read(name);
    // Pruning may remove an object during the reading.
    if (stored !== null) for await (const _ of addAbortSignal(signal, stored));
    return true;
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    return false;
  }
}

/**
 * @param names all names in the archive's folder of segments, in order
 * @param starts the first segment of each base copy
 */
function findMissing(names: readonly string[], starts: readonly string[]): string[] {
  const segments = names.filter((name) => name.length === 24);
  const missing = new Set<string>();
  for (const start of starts) {
    const timeline = start.slice(0, 8);
    const last = segments.findLast((name) => name.startsWith(timeline)) ?? start;
    for (let at = toNumber(start); at <= toNumber(last); at += 1) missing.add(toName(timeline, at));
  }
  for (const name of segments) missing.delete(name);
  return [...missing].toSorted();
}

/** Hexadecimal digits of a name: eight for the timeline, eight for the log of 4 GB, eight for its segment. */
const toNumber = (segment: string) =>
  Number.parseInt(segment.slice(8, 16) + segment.slice(22, 24), 16);

function toName(timeline: string, at: number): string {
  const digits = at.toString(16).toUpperCase().padStart(10, '0');
  return `${timeline}${digits.slice(0, 8)}000000${digits.slice(8)}`;
}

/** The archive's folder of markers `<day>/<key>`, with the day on which a file was found to be missing. */
const REMOVED = 'removed';

/**
 * Removes objects that no recovery to a moment of the last `days` needs: older base copies, complete or interrupted,
 * the log before the oldest remaining copy, and files that the installation has lacked for that long.
 * @param hasFile whether the database names a stored file
 */
export async function pruneArchive(
  archive: Archive,
  { complete: bases, unfinished }: Bases,
  { days, now, hasFile }: { days: number; now: Date; hasFile(key: string): boolean },
) {
  const earliest = new Date(now.getTime() - days * DAY);
  const limit = earliest.toISOString();
  // Recovery to the limit starts from the last copy before it.
  const firstNeeded = Math.max(
    0,
    bases.findLastIndex(({ madeAt }) => madeAt <= limit),
  );
  const removed = [
    ...bases.slice(0, firstNeeded).map(({ name }) => name),
    // An unfinished copy of that age is abandoned.
    ...unfinished.filter((name) => name < baseName(earliest)),
  ];
  for (const name of removed) await deleteBase(archive, name);
  // Not always the oldest copy: after a restoration, the new timeline starts at a lower position than earlier copies.
  const [lowest] = bases
    .slice(firstNeeded)
    .map(({ firstSegment }) => getPosition(firstSegment))
    .toSorted();
  let segments = 0;
  if (lowest !== undefined) {
    for (const name of await archive.list(SEGMENTS)) {
      if (name.endsWith('.history') || getPosition(name) >= lowest) continue;
      await archive.delete(`${SEGMENTS}/${name}`);
      segments += 1;
    }
  }
  const files = await pruneFiles(archive, { limit, now, hasFile });
  return { bases: removed.length, segments, files };
}

/** A segment's position in the log, without its timeline. */
function getPosition(segment: string): string {
  return segment.slice(8, 24);
}

async function pruneFiles(
  archive: Archive,
  { limit, now, hasFile }: { limit: string; now: Date; hasFile(key: string): boolean },
): Promise<number> {
  const removedSince = new Map<string, string>();
  for (const name of await archive.list(REMOVED)) {
    const [day = '', ...key] = name.split('/');
    removedSince.set(key.join('/'), day);
  }
  let removed = 0;
  for (const key of await archive.list(FILES)) {
    const day = removedSince.get(key);
    if (hasFile(key)) {
      if (day !== undefined) await archive.delete(`${REMOVED}/${day}/${key}`);
    } else if (day === undefined) {
      await archive.mark(`${REMOVED}/${now.toISOString().slice(0, 10)}/${key}`);
    } else if (day < limit.slice(0, 10)) {
      await archive.delete(`${FILES}/${key}`);
      await archive.delete(`${REMOVED}/${day}/${key}`);
      removed += 1;
    }
  }
  return removed;
}
