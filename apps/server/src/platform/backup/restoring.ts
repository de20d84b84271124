import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from '../postgres/binaries.ts';
import { prepareFolder } from '../postgres/embedded.ts';
import { clusterExists } from '../postgres/initialize.ts';
import { type Layout, makeFolder, resolveLayout } from '../postgres/layout.ts';
import { isAlive, isForeign, readPostmasterFile, stopPostmaster } from '../postgres/postmaster.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { syncFolder } from '../postgres/secrets.ts';
import { StartupError } from '../system-errors.ts';

/** The folder in which a restoration works. A server starts beside it only if the database is in its place. */
const getRestoringFolder = (dataDir: string) => path.join(dataDir, 'restoring');

/** A file of that folder that names the command and the process working there. */
const STARTED = 'started.json';

interface Started {
  readonly command: string;
  readonly pid: number;
}

/** Clusters of that folder, one of which a killed restoration may have left running. */
const CLUSTERS = ['postgres', 'everything/cluster', 'moment/cluster'];

interface Target {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/**
 * Restores in a separate folder, and moves the database to its place as the last step. A killed restoration leaves
 * nothing that a server would start on, and can be repeated. An external database is restored in one transaction
 * instead.
 * @param command as the operator types it, without the program's name; if it was killed after its last step,
 * nothing is left to do
 */
export async function restoreBeside(
  { dataDir, databaseUrl }: Target,
  command: string,
  work: (layout: Layout) => Promise<void>,
): Promise<void> {
  const place = await prepareFolder(dataDir);
  const folder = getRestoringFolder(place.dataDir);
  const before = await readStarted(folder);
  if (databaseUrl === null && (await clusterExists(place.cluster))) {
    if (before?.command !== command) throw notEmpty(place);
    await rm(folder, { recursive: true });
    return;
  }
  if (before !== null) await removeAbandoned(place, before);
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  const started: Started = { command, pid: process.pid };
  await writeFile(path.join(folder, STARTED), JSON.stringify(started), { mode: 0o600 });
  await syncFolder(place.dataDir);
  try {
    const layout = await resolveLayout(dataDir, folder);
    await work(layout);
    if (databaseUrl === null) {
      await rename(layout.cluster, place.cluster);
      await syncFolder(place.dataDir);
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param isRestored whether the database is in its place, so that only the folder is left
 * @throws StartupError if a restoration was interrupted before that
 */
export async function refuseUnfinished(dataDir: string, isRestored: boolean): Promise<void> {
  const folder = getRestoringFolder(dataDir);
  if (!existsSync(folder)) return;
  if (isRestored) return rm(folder, { recursive: true, force: true });
  const { command } = (await readStarted(folder)) ?? { command: 'restore' };
  throw new StartupError(
    'restore-unfinished',
    `La restauración de ${dataDir} no terminó: repítela con «simiente ${command}», o borra la carpeta ${folder} si ya no la quieres.`,
  );
}

function notEmpty({ dataDir }: Layout): StartupError {
  return new StartupError(
    'restore-not-empty',
    `La carpeta ${dataDir} ya tiene una base: restaura en otra con DATA_DIR, y cámbialas cuando lo hayas revisado. No se cambió nada.`,
  );
}

/** Null without the folder. */
async function readStarted(folder: string): Promise<Started | null> {
  if (!existsSync(folder)) return null;
  try {
    return JSON.parse(await readFile(path.join(folder, STARTED), 'utf8'));
  } catch {
    // The restoration was killed before the file was complete.
    return { command: 'restore', pid: 0 };
  }
}

/** @throws StartupError if that restoration is still at work */
async function removeAbandoned(place: Layout, { pid }: Started): Promise<void> {
  const folder = getRestoringFolder(place.dataDir);
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new StartupError(
      'restore-running',
      `El proceso ${pid} ya restaura en ${place.dataDir}: espera a que termine. Si no es una restauración, borra la carpeta ${folder} y repite el comando.`,
    );
  }
  for (const cluster of CLUSTERS) await stopAbandoned(place, path.join(folder, cluster));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Outside Linux the process id may have been reused, so nothing is killed; PostgreSQL ends by itself without its
 * files.
 */
export async function stopAbandoned(place: Layout, cluster: string): Promise<void> {
  const pid = (await readPostmasterFile(cluster))?.pid;
  if (pid === undefined || process.platform !== 'linux') return;
  if (!isAlive(pid) || (await isForeign(pid, cluster))) return;
  const layout = { ...place, cluster };
  const binaries = findBinaries();
  await stopPostmaster({ layout, binaries, runAs: await chooseRunAs(layout, binaries) });
}
