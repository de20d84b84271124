import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { Client } from 'pg';
import { withClient } from '../database/connections/connect.ts';
import type { Binaries } from '../postgres/binaries.ts';
import { type Layout, makeFolder } from '../postgres/layout.ts';
import {
  type Cluster,
  chooseEndpoint,
  readPostmasterFile,
  startPostmaster,
  stopPostmaster,
} from '../postgres/postmaster.ts';
import { scramVerifier } from '../postgres/prepare-database.ts';
import { giveOwnership, type RunAs } from '../postgres/run-as.ts';
import { findReason, runProgram } from '../postgres/run-program.ts';
import type { Settings } from '../postgres/settings.ts';
import { isDiskFull, StartupError } from '../system-errors.ts';
import type { Archive } from './archive.ts';
import { extractBase, type ListedBase } from './base-copy.ts';
import { SEGMENT_NAME, SEGMENTS } from './ship.ts';

/** Milliseconds between two checks for segments that PostgreSQL requests. */
const CHECK_INTERVAL = 20;
const REQUEST_SUFFIX = '.want';

/**
 * The command with which PostgreSQL gets a segment. It requests the segment by creating a file in a folder, and waits
 * until this process, which has the archive's keys, has put the segment there.
 */
const RESTORE_COMMAND = [
  `touch ../recovery/%f${REQUEST_SUFFIX}`,
  'i=0; while [ -e ../recovery/%f.want ] && [ $i -lt 30000 ]; do sleep 0.02; i=$((i+1)); done',
  // 255 stops recovery if there is no answer, because PostgreSQL treats other codes as the end of the log.
  'if [ -e ../recovery/%f.want ]; then exit 255; fi',
  'mv ../recovery/%f %p',
].join('; ');

export interface RecoveryTarget {
  /** Paths of the data folder. */
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  /** An empty folder for the cluster. */
  readonly folder: string;
  readonly password: string;
  readonly timeZone: string;
  readonly signal: AbortSignal;
}

/**
 * Extracts a base copy and replays the archived log of its timeline.
 * @param until time after which committed transactions are not recovered; null recovers everything
 * @returns a stopped cluster, whose superuser has the current password
 * @throws StartupError when the archive ends before the target
 */
export async function recover(
  archive: Archive,
  base: ListedBase,
  until: Date | null,
  {
    layout: { log, ...others },
    binaries,
    runAs,
    folder,
    password,
    timeZone,
    signal,
  }: RecoveryTarget,
) {
  const layout: Layout = {
    ...others,
    log,
    cluster: path.join(folder, 'cluster'),
    run: path.join(folder, 'run'),
  };
  const secrets = await extractBase(archive, base, layout.cluster).catch((cause: unknown) => {
    throw isOutage(cause) ? cause : damagedBase(base, cause);
  });
  await makeFolder(layout.run, 0o700);
  const recovery = path.join(folder, 'recovery');
  await makeFolder(recovery, 0o700);
  await writeFile(path.join(layout.cluster, 'recovery.signal'), '');
  await giveOwnership(runAs, folder);
  const settings: Settings = {
    archive_mode: 'off',
    // PostgreSQL reports that it is ready only when recovery has ended.
    hot_standby: 'off',
    restore_command: RESTORE_COMMAND,
    // A later timeline belongs to an earlier restoration, and has its own base copies.
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
  const cluster = { layout, binaries, runAs };
  const logStart = (await stat(log).catch(() => null))?.size ?? 0;
  const readLog = async () => (await readFile(log)).subarray(logStart).toString();
  const ended = new AbortController();
  const stopSignal = AbortSignal.any([signal, ended.signal]);
  const restored = new Set<string>();
  const serving = serveSegments(archive, { folder: recovery, runAs, signal: stopSignal, restored });
  try {
    const starting = startPostmaster({ ...cluster, settings }, await chooseEndpoint(layout), {
      signal: stopSignal,
    });
    const started = await Promise.race([starting, serving]);
    signal.throwIfAborted();
    if (started !== 'ready') throw new Error(`PostgreSQL did not start: ${started}`);
  } catch (error) {
    if (isOutage(error)) throw error;
    const logged = await readLog();
    if (/recovery ended before configured recovery target was reached/.test(logged)) {
      throw new StartupError(
        'moment-not-archived',
        `Los datos archivados terminan antes de ese momento, o falta o está dañado un segmento: se puede llegar hasta «${formatRestoreMoment(parseLastMoment(logged, base), timeZone)}». Indica ese momento o uno anterior, o usa --to fin para recuperarlo todo.`,
        { cause: error },
      );
    }
    const isDamaged =
      UNRECOVERABLE.test(logged) ||
      (error instanceof StartupError && error.code === 'cluster-damaged');
    throw isDamaged ? damagedBase(base, error) : error;
  } finally {
    ended.abort();
    await serving.catch(() => {});
    await stopPostmaster(cluster);
  }
  await rm(recovery, { recursive: true, force: true });
  await setPassword(cluster, password);
  await archiveHistories(archive, layout.cluster);
  const last = (await archive.list(SEGMENTS)).findLast(
    (name) =>
      name.length === base.firstSegment.length && name.startsWith(base.firstSegment.slice(0, 8)),
  );
  const isComplete = until !== null || last === undefined || restored.has(last);
  const lastMoment = parseLastMoment(await readLog(), base);
  return {
    cluster,
    /** Secrets of the base copy. */
    secrets,
    /** The last archived segment of the timeline, if recovery ended before it because of a gap. */
    beyondGap: isComplete ? null : last,
    /** Commit time of the last recovered transaction; the end of the base copy if no transaction followed. */
    lastMoment,
  };
}

/** Messages of PostgreSQL if segments are missing that the base copy needs. */
const UNRECOVERABLE =
  /could not locate required checkpoint|WAL ends before (end of online backup|consistent recovery)/;

/** Whether an error has another cause than a damaged archive: the archive does not answer, or our disk fails. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'FILE_STORE_UNAVAILABLE' || 'syscall' in error || isDiskFull(error))
  );
}

function damagedBase({ name }: ListedBase, cause: unknown): StartupError {
  return new StartupError(
    'wal-base-damaged',
    `La copia ${name} de WAL_ARCHIVE está dañada o le faltan segmentos: sácala de la carpeta base, con su .json, y repite el comando, que partirá de la anterior.`,
    { cause },
  );
}

/** Parses the time of the last transaction, which PostgreSQL logs in UTC when recovery ends, even if it ends too early. */
function parseLastMoment(logged: string, base: ListedBase): Date {
  const times = [...logged.matchAll(/last completed transaction was at log time (\S+ \S+)\+00/g)];
  return new Date(times.at(-1)?.[1]?.replace(' ', 'T').concat('Z') ?? base.madeAt);
}

/** A moment as 'AAAA-MM-DD HH:MM', the format of `restore --to`. */
export function formatRestoreMoment(at: Date, timeZone: string): string {
  const { date, time } = toWallTime(at.toISOString(), timeZone);
  return `${date} ${time}`;
}

/** Stores the new timeline in the archive, so that no later restoration uses the same number. */
async function archiveHistories(archive: Archive, cluster: string): Promise<void> {
  for (const name of await readdir(path.join(cluster, 'pg_wal'))) {
    if (name.endsWith('.history')) {
      await archive.putFile(`${SEGMENTS}/${name}`, path.join(cluster, 'pg_wal', name));
    }
  }
}

interface Requests {
  readonly folder: string;
  readonly runAs: RunAs;
  readonly signal: AbortSignal;
  readonly restored: Set<string>;
}

/** Attempts to read a segment while the archive does not answer. */
const ATTEMPTS = 5;
/** Milliseconds between two attempts. */
const PAUSE = 2_000;

/** Gives PostgreSQL the requested segments, until the signal aborts. */
async function serveSegments(
  archive: Archive,
  { folder, runAs, signal, restored }: Requests,
): Promise<void> {
  while (!signal.aborted) {
    for (const request of await readdir(folder)) {
      if (!request.endsWith(REQUEST_SUFFIX)) continue;
      const name = request.slice(0, -REQUEST_SUFFIX.length);
      const draft = path.join(folder, `${name}.part`);
      if (SEGMENT_NAME.test(name) && (await fetchSegment(archive, name, draft, signal))) {
        await giveOwnership(runAs, draft);
        await rename(draft, path.join(folder, name));
        restored.add(name);
      }
      // Without a segment, PostgreSQL has reached the end of the log.
      await rm(path.join(folder, request));
    }
    await delay(CHECK_INTERVAL, undefined, { signal }).catch(() => {});
  }
}

/** @returns whether the archive has the segment, undamaged */
async function fetchSegment(
  archive: Archive,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const segment = await archive.read(`${SEGMENTS}/${name}`);
      if (segment === null) return false;
      await pipeline(segment, createWriteStream(file, { mode: 0o600 }));
      return true;
    } catch (error) {
      // Recovery ends before a damaged segment, as before a missing one.
      if (!isOutage(error)) return false;
      if (attempt === ATTEMPTS) throw error;
      await delay(PAUSE, undefined, { signal });
    }
  }
}

/** Sets the current password in PostgreSQL's single-user mode, because the copy has an older one. */
async function setPassword({ layout, binaries, runAs }: Cluster, password: string): Promise<void> {
  const { ok, output } = await runProgram(
    runAs,
    binaries.postgres,
    ['--single', '-D', layout.cluster, 'postgres'],
    `alter role postgres password '${scramVerifier(password)}'\n`,
  );
  if (ok && !/(ERROR|FATAL):/.test(output)) return;
  throw new StartupError('postgres-failed', `PostgreSQL no arrancó: ${findReason(output)}.`);
}

/** Starts the cluster, and runs work with a connection of its superuser to a database. */
export async function queryCluster<Result>(
  { cluster }: { readonly cluster: Cluster },
  { password, database }: { password: string; database: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const signal = new AbortController().signal;
  const endpoint = await chooseEndpoint(cluster.layout);
  await startPostmaster(cluster, endpoint, { signal });
  try {
    const address = (await readPostmasterFile(cluster.layout.cluster))?.address;
    return await withClient({ ...address, user: 'postgres', password, database }, work);
  } finally {
    await stopPostmaster(cluster);
  }
}
