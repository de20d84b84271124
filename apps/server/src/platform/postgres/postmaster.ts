import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diskFull, hasCode, ifMissing, StartupError } from '../system-errors.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { commandFor, type RunAs } from './run-as.ts';
import { findReason, postgresEnvironment, runProgram } from './run-program.ts';
import {
  type Endpoint,
  LOOPBACK,
  type Settings,
  SOCKET_PORT,
  serverArguments,
} from './settings.ts';

/** The content of PostgreSQL's `postmaster.pid`. */
export type PostmasterFile = {
  pid: number;
  /** Absent while the server is still starting. */
  address?: { host: string; port: number; endpoint: Endpoint };
  ready: boolean;
};

export type Cluster = { layout: Layout; binaries: Binaries; runAs: RunAs; settings?: Settings };

/** `taken`: another process uses the cluster, or is still ending. */
type StartResult = 'ready' | 'taken' | 'port-taken' | 'no-sockets';

/** Maximum bytes of a socket's path; some systems accept at most 103. */
const MAX_SOCKET_PATH = 100;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const POLL_MS = 10;
/** Generous, because PostgreSQL writes all changed pages to the disk before it ends. */
const STOP_MS = 120_000;

/** Undefined if the file is missing, or is empty because a process has not written it yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(ifMissing(''));
  const lines = text.split('\n').map((line) => line.trim());
  const [first, , , port, socketFolder = '', , , status] = lines;
  const pid = Number(first);
  const ready = status === 'ready';
  if (pid <= 0) return undefined;
  if (!port || lines.length < 7) return { pid, ready };
  const onSocket = socketFolder !== '';
  return {
    pid,
    ready,
    address: {
      host: onSocket ? resolve(cluster, socketFolder) : LOOPBACK,
      port: Number(port),
      endpoint: onSocket ? { kind: 'socket' } : { kind: 'loopback', port: Number(port) },
    },
  };
}

/** The address of a cluster: its socket, unless the path is too long. */
export async function chooseEndpoint(layout: Layout): Promise<Endpoint> {
  const path = join(layout.run, `.s.PGSQL.${SOCKET_PORT}`);
  if (process.platform === 'win32' || Buffer.byteLength(path) > MAX_SOCKET_PATH) {
    return chooseFreePort();
  }
  return { kind: 'socket' };
}

export async function chooseFreePort(): Promise<Endpoint> {
  const probe = createServer().listen(0, LOOPBACK);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return { kind: 'loopback', port: address.port };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Whether the process in `postmaster.pid` certainly does not belong to this cluster. The working directory of a
 * postmaster is its cluster's folder. Only Linux shows the directory, so elsewhere the answer is false.
 */
export async function isForeign(pid: number, cluster: string): Promise<boolean> {
  try {
    const [actual, expected] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return actual.dev !== expected.dev || actual.ino !== expected.ino;
  } catch {
    return false;
  }
}

/**
 * Starts PostgreSQL in a separate session, so that neither Ctrl-C nor the end of this process stops it, and waits
 * until it accepts connections.
 * @param options.foreignPid a process in `postmaster.pid` that is certainly no postmaster: process ids repeat after
 * a reboot, and always in containers. PostgreSQL then ignores this process, checks whether another one is attached
 * to the cluster's shared memory, and removes the file itself.
 */
export async function startPostmaster(
  { layout, binaries, runAs, settings }: Cluster,
  endpoint: Endpoint,
  options: { signal: AbortSignal; foreignPid?: number },
): Promise<StartResult> {
  const { signal, foreignPid } = options;
  await limitLog(layout.log);
  const log = await open(layout.log, 'a', 0o600);
  const offset = (await log.stat()).size;
  const command = commandFor(
    runAs,
    binaries.postgres,
    serverArguments(layout.cluster, endpoint, settings),
  );
  const env = postgresEnvironment();
  if (foreignPid !== undefined) env.PG_GRANDPARENT_PID = String(foreignPid);
  const child = spawn(command.file, command.args, {
    ...command.options,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(layout.cluster);
    if (file?.pid === child.pid && file?.ready) return 'ready';
    await delay(POLL_MS, undefined, { signal });
  }
  const lines = (await readFile(layout.log)).subarray(offset).toString('utf8').split('\n');
  return explainFailure(layout, lines, child.pid);
}

/**
 * Stops the cluster cleanly; open transactions are rolled back. pg_ctl does not wait (`-W`), because it watches only
 * the file, and would mistake the next server for the stopped one.
 */
export async function stopPostmaster({ layout, binaries, runAs }: Cluster): Promise<void> {
  const pid = (await readPostmasterFile(layout.cluster))?.pid;
  if (pid === undefined) return;
  const options = ['stop', '-D', layout.cluster, '-m', 'fast', '-W'];
  const { output } = await runProgram(runAs, binaries.pgCtl, options);
  const deadline = Date.now() + STOP_MS;
  while ((await readPostmasterFile(layout.cluster))?.pid === pid && isAlive(pid)) {
    if (Date.now() > deadline) {
      throw new StartupError(
        'postgres-failed',
        `PostgreSQL no terminó de apagarse: ${findReason(output)}. Los datos están a salvo; revisa ${layout.log}.`,
      );
    }
    await delay(POLL_MS);
  }
}

/** @param logLines lines of all processes since the start, which may include another PostgreSQL */
export function explainFailure(layout: Layout, logLines: string[], pid?: number): StartResult {
  const ownLines = logLines.filter((line) => line.includes(`[${pid}]`));
  const output = (ownLines.length > 0 ? ownLines : logLines).join('\n');
  if (TAKEN.test(output)) return 'taken';
  if (/could not create any TCP\/IP sockets/.test(output)) return 'port-taken';
  if (/could not create any Unix-domain sockets/.test(output)) return 'no-sockets';
  const isFull = logLines.some((line) => /No space left on device|Disk quota exceeded/.test(line));
  if (isFull) throw diskFull(layout.dataDir);
  const damage = logLines.find((line) => DAMAGED.test(line));
  if (damage !== undefined) {
    throw new StartupError(
      'cluster-damaged',
      `La base de ${layout.cluster} está dañada (${findReason(damage)}): guarda una copia de la carpeta ${layout.dataDir} como está, y restaura un respaldo en otra con DATA_DIR y «simiente restore».`,
    );
  }
  throw new StartupError(
    'postgres-failed',
    `PostgreSQL no arrancó: ${findReason(output)}. Revisa ${layout.log}.`,
  );
}

/** Messages of PostgreSQL after another process started or stopped the same cluster at this moment. */
const TAKEN =
  /lock file ".*" (already exists|is empty)|could not remove old lock file ".*": No such file|shared memory block .* is still in use|received \w+ shutdown request/;

/** Messages of PostgreSQL about its own damaged files. */
const DAMAGED =
  /could not locate a valid checkpoint|invalid (checkpoint|page)|incorrect checksum|incompatible with server|could not open (file|directory) "(global|base|pg_)|pg_control/i;

async function limitLog(path: string): Promise<void> {
  const log = await stat(path).catch(() => undefined);
  if (log && log.size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
}
