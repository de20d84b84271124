import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { Client } from 'pg';
import { isFull } from '../backup/format.ts';
import { connect } from '../database/connections/connect.ts';
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
import { reasonIn, runProgram } from '../postgres/run-program.ts';
import type { Settings } from '../postgres/settings.ts';
import { StartupError } from '../system-errors.ts';
import type { Archive } from './archive.ts';
import { extractBase, type ListedBase } from './base-copy.ts';
import { SEGMENT_NAME, SEGMENTS } from './ship.ts';

/** Milliseconds between two checks for segments that PostgreSQL requests. */
const CHECK_EVERY = 20;
const WANTED = '.want';

/**
 * PostgreSQL's command for a segment: it requests one with a file in a folder, and takes the answer from there.
 * This process reads the archive, because it has the keys.
 */
const RESTORE_COMMAND = [
  `touch ../recovery/%f${WANTED}`,
  'i=0; while [ -e ../recovery/%f.want ] && [ $i -lt 30000 ]; do sleep 0.02; i=$((i+1)); done',
  // Recovery must stop without an answer, because PostgreSQL would treat it as the end of the log.
  'if [ -e ../recovery/%f.want ]; then exit 255; fi',
  'mv ../recovery/%f %p',
].join('; ');

/** A stopped recovered cluster in a separate folder, with the password of its superuser. */
interface RecoveredCluster {
  readonly cluster: Cluster;
  /** Secrets of the base copy. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The last archived segment of the timeline, if it is after a gap that recovery could not pass. */
  readonly beyondGap: string | null;
  /** When the last recovered transaction was committed; the end of the base copy if there was none. */
  readonly lastMoment: Date;
}

export interface RecoveryPlace {
  /** Paths of the data folder. */
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  /** An empty folder, in which the cluster will be. */
  readonly draft: string;
  readonly password: string;
  /** The zone in which moments are named. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
}

/**
 * Extracts a base copy and replays the archived log of its timeline.
 * @param until transactions that were committed later are not recovered; null recovers everything
 * @throws StartupError when the archive ends before the target
 */
export async function recover(
  archive: Archive,
  base: ListedBase,
  until: Date | null,
  { layout: { log, ...others }, binaries, runAs, draft, password, timeZone, signal }: RecoveryPlace,
): Promise<RecoveredCluster> {
  const layout: Layout = {
    ...others,
    log,
    cluster: path.join(draft, 'cluster'),
    run: path.join(draft, 'run'),
  };
  const secrets = await extractBase(archive, base, layout.cluster).catch((cause: unknown) => {
    throw isOutage(cause) ? cause : damagedBase(base, cause);
  });
  await makeFolder(layout.run, 0o700);
  const recovery = path.join(draft, 'recovery');
  await makeFolder(recovery, 0o700);
  await writeFile(path.join(layout.cluster, 'recovery.signal'), '');
  await giveOwnership(runAs, draft);
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
  const written = await getSize(log);
  const readLogged = async () => (await readFile(log)).subarray(written).toString();
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const fed = new Set<string>();
  const feeding = feed(archive, { folder: recovery, runAs, signal: either, fed });
  try {
    const starting = startPostmaster({ ...cluster, settings }, await chooseEndpoint(layout), {
      signal: either,
    });
    const started = await Promise.race([starting, feeding]);
    signal.throwIfAborted();
    if (started !== 'ready') throw new Error(`PostgreSQL did not start: ${started}`);
  } catch (error) {
    if (isOutage(error)) throw error;
    const logged = await readLogged();
    if (/recovery ended before configured recovery target was reached/.test(logged)) {
      throw new StartupError(
        'moment-not-archived',
        `Los datos archivados terminan antes de ese momento, o falta o está dañado un segmento: se puede llegar hasta «${formatMoment(lastMomentIn(logged, base), timeZone)}». Indica ese momento o uno anterior, o usa --to fin para recuperarlo todo.`,
        { cause: error },
      );
    }
    const isUseless =
      UNRECOVERABLE.test(logged) ||
      (error instanceof StartupError && error.code === 'cluster-damaged');
    throw isUseless ? damagedBase(base, error) : error;
  } finally {
    ended.abort();
    await feeding.catch(() => {});
    await stopPostmaster(cluster);
  }
  await rm(recovery, { recursive: true, force: true });
  await setPassword(cluster, password);
  await archiveHistories(archive, layout.cluster);
  const last = (await archive.list(SEGMENTS)).findLast(
    (name) =>
      name.length === base.firstSegment.length && name.startsWith(base.firstSegment.slice(0, 8)),
  );
  const isWhole = until !== null || last === undefined || fed.has(last);
  const lastMoment = lastMomentIn(await readLogged(), base);
  return { cluster, secrets, beyondGap: isWhole ? null : last, lastMoment };
}

/** Messages of PostgreSQL when the segments end before those that a base copy needs. */
const UNRECOVERABLE =
  /could not locate required checkpoint|WAL ends before (end of online backup|consistent recovery)/;

/** Whether the archive does not answer, or our own disk is full, so that nothing in the archive is damaged. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'FILE_STORE_UNAVAILABLE' || 'syscall' in error || isFull(error))
  );
}

function damagedBase({ name }: ListedBase, cause: unknown): StartupError {
  return new StartupError(
    'wal-base-damaged',
    `La copia ${name} de WAL_ARCHIVE está dañada o le faltan segmentos: sácala de la carpeta base, con su .json, y repite el comando, que partirá de la anterior.`,
    { cause },
  );
}

/** Parses the moment that PostgreSQL logs in UTC when recovery ends, also when it ends too early. */
function lastMomentIn(logged: string, base: ListedBase): Date {
  const times = [...logged.matchAll(/last completed transaction was at log time (\S+ \S+)\+00/g)];
  return new Date(times.at(-1)?.[1]?.replace(' ', 'T').concat('Z') ?? base.madeAt);
}

/** A moment as 'AAAA-MM-DD HH:MM', the format of `restore --to`. */
export function formatMoment(at: Date, timeZone: string): string {
  const { date, time } = toWallTime(at.toISOString(), timeZone);
  return `${date} ${time}`;
}

/** Stores the new timeline in the archive, so that no later restoration takes the same number. */
async function archiveHistories(archive: Archive, cluster: string): Promise<void> {
  for (const name of await readdir(path.join(cluster, 'pg_wal'))) {
    if (name.endsWith('.history')) {
      await archive.putFile(`${SEGMENTS}/${name}`, path.join(cluster, 'pg_wal', name));
    }
  }
}

interface Feeding {
  readonly folder: string;
  readonly runAs: RunAs;
  readonly signal: AbortSignal;
  /** Collects the segments that were restored. */
  readonly fed: Set<string>;
}

const ATTEMPTS = 5;
/** Milliseconds. */
const PAUSE = 2_000;

/** Gives PostgreSQL the requested segments, until the signal. */
async function feed(archive: Archive, { folder, runAs, signal, fed }: Feeding): Promise<void> {
  while (!signal.aborted) {
    for (const request of await readdir(folder)) {
      if (!request.endsWith(WANTED)) continue;
      const name = request.slice(0, -WANTED.length);
      const draft = path.join(folder, `${name}.part`);
      if (SEGMENT_NAME.test(name) && (await fetchSegment(archive, name, draft, signal))) {
        await giveOwnership(runAs, draft);
        await rename(draft, path.join(folder, name));
        fed.add(name);
      }
      // A missing segment means that PostgreSQL has reached the end.
      await rm(path.join(folder, request));
    }
    await delay(CHECK_EVERY, undefined, { signal }).catch(() => {});
  }
}

/** @returns whether the archive has it */
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

/** Sets the current password, because the copy has an older one, on a server without connections. */
async function setPassword({ layout, binaries, runAs }: Cluster, password: string): Promise<void> {
  const { ok, output } = await runProgram(
    runAs,
    binaries.postgres,
    ['--single', '-D', layout.cluster, 'postgres'],
    `alter role postgres password '${scramVerifier(password)}'\n`,
  );
  if (ok && !/(ERROR|FATAL):/.test(output)) return;
  throw new StartupError('postgres-failed', `PostgreSQL no arrancó: ${reasonIn(output)}.`);
}

/** Runs the cluster for one connection of its superuser to a database. */
export async function queryCluster<Result>(
  { cluster }: RecoveredCluster,
  { password, database }: { password: string; database: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const signal = new AbortController().signal;
  const endpoint = await chooseEndpoint(cluster.layout);
  await startPostmaster(cluster, endpoint, { signal });
  try {
    const address = (await readPostmasterFile(cluster.layout.cluster))?.address;
    const client = await connect({ ...address, user: 'postgres', password, database });
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await stopPostmaster(cluster);
  }
}

async function getSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
