import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from '../postgres/binaries.ts';
import { prepareFolder } from '../postgres/embedded.ts';
import { clusterExists } from '../postgres/initialize.ts';
import { type Layout, makeFolder, resolveLayout } from '../postgres/layout.ts';
import { isAlive, isForeign, readPostmasterFile, stopPostmaster } from '../postgres/postmaster.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { syncFolder } from '../postgres/secrets.ts';
import { ifMissing, StartupError } from '../system-errors.ts';

/** The folder in which a restoration works. While it exists, a server starts only with a complete database. */
const getRestoringFolder = (dataDir: string) => path.join(dataDir, 'restoring');

/** The file in the restoring folder that describes the running or killed restoration. */
const ATTEMPT_FILE = 'started.json';

interface RestoreAttempt {
  readonly command: string;
  readonly pid: number;
  /** The entries of the data folder before the first attempt. */
  readonly entries?: readonly string[];
}

/** Clusters in the restoring folder. A killed restoration may have left one of them running. */
const CLUSTERS = ['postgres', 'everything/cluster', 'moment/cluster'];

interface Target {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/**
 * Restores in a separate folder, and moves the database to its final folder as the last step. No server starts on
 * the remains of a killed restoration, and the restoration can be repeated. An external database is restored in one
 * transaction instead.
 * @param command as the operator types it, without the program's name. Repeating a command that was killed after the
 * last step only removes the separate folder.
 */
export async function restoreInSeparateFolder(
  { dataDir, databaseUrl }: Target,
  command: string,
  work: (layout: Layout) => Promise<void>,
): Promise<void> {
  const entries = await listEntries(dataDir);
  const target = await prepareFolder(dataDir);
  const folder = getRestoringFolder(target.dataDir);
  const previous = await readAttempt(folder);
  if (databaseUrl === null && (await clusterExists(target.cluster))) {
    if (previous?.command !== command) {
      throw new StartupError(
        'restore-not-empty',
        `La carpeta ${target.dataDir} ya tiene una base: restaura en otra con DATA_DIR, y cámbialas cuando lo hayas revisado. No se cambió nada.`,
      );
    }
    await rm(folder, { recursive: true });
    return;
  }
  if (previous !== null) await removeAbandoned(target, previous);
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  const attempt = { command, pid: process.pid, entries: previous?.entries ?? entries };
  await writeFile(path.join(folder, ATTEMPT_FILE), JSON.stringify(attempt), { mode: 0o600 });
  await syncFolder(target.dataDir);
  try {
    const layout = await resolveLayout(dataDir, folder);
    await work(layout);
    if (databaseUrl === null) {
      await rename(layout.cluster, target.cluster);
      await syncFolder(target.dataDir);
    }
  } catch (error) {
    // An external database may have been restored already, and needs its secrets and files.
    if (databaseUrl === null) await removeAdded(target, attempt, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The names in a data folder and in its folder of secrets. */
async function listEntries(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(ifMissing([]));
  const secrets = await readdir(path.join(dataDir, 'secrets')).catch(ifMissing([]));
  return [...names, ...secrets.map((name) => path.join('secrets', name))];
}

/** Entries that a restoration may create. Others may be files of the operator, such as a backup. */
const CREATED_ENTRIES = /^(postgres(\.log(\.1)?)?|files|uploads|wal-drafts|secrets([/\\].+)?)$/;

/** Removes the entries that a failed restoration added, except the log if its error names it. */
async function removeAdded({ dataDir, log }: Layout, { entries }: RestoreAttempt, error: unknown) {
  const isLogNeeded = error instanceof Error && error.message.includes(log);
  for (const name of await listEntries(dataDir)) {
    if (!CREATED_ENTRIES.test(name) || entries?.includes(name)) continue;
    if (isLogNeeded && name === path.basename(log)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Removes the folder of an interrupted restoration that had moved its database.
 * @param isRestored whether the database is in its final folder
 * @throws StartupError if the restoration was interrupted earlier
 */
export async function rejectUnfinishedRestore(dataDir: string, isRestored: boolean): Promise<void> {
  const folder = getRestoringFolder(dataDir);
  if (!existsSync(folder)) return;
  if (isRestored) return rm(folder, { recursive: true, force: true });
  const { command } = (await readAttempt(folder)) ?? { command: 'restore' };
  throw new StartupError(
    'restore-unfinished',
    `La restauración de ${dataDir} no terminó: repítela con «simiente ${command}», o borra la carpeta ${folder} si ya no la quieres.`,
  );
}

async function readAttempt(folder: string): Promise<RestoreAttempt | null> {
  if (!existsSync(folder)) return null;
  try {
    return JSON.parse(await readFile(path.join(folder, ATTEMPT_FILE), 'utf8'));
  } catch {
    // The restoration was killed before the file was complete.
    return { command: 'restore', pid: 0 };
  }
}

/**
 * Removes the folder of a killed restoration.
 * @throws StartupError if the restoration is still running
 */
async function removeAbandoned(target: Layout, { pid }: RestoreAttempt): Promise<void> {
  const folder = getRestoringFolder(target.dataDir);
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new StartupError(
      'restore-running',
      `El proceso ${pid} ya restaura en ${target.dataDir}: espera a que termine. Si no es una restauración, borra la carpeta ${folder} y repite el comando.`,
    );
  }
  for (const cluster of CLUSTERS) await stopAbandoned(target, path.join(folder, cluster));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Stops a PostgreSQL that a killed process left running. Only Linux tells whether the process id was reused, so
 * nothing is stopped elsewhere: PostgreSQL ends by itself when its files are removed.
 */
export async function stopAbandoned(target: Layout, cluster: string): Promise<void> {
  const pid = (await readPostmasterFile(cluster))?.pid;
  if (pid === undefined || process.platform !== 'linux') return;
  if (!isAlive(pid) || (await isForeign(pid, cluster))) return;
  const layout = { ...target, cluster };
  const binaries = findBinaries();
  await stopPostmaster({ layout, binaries, runAs: await chooseRunAs(layout, binaries) });
}
