import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull, hasCode, isMissing, StartupError } from '../system-errors.ts';
import { POSTGRES_MAJOR } from './binaries.ts';
import type { Layout } from './layout.ts';
import type { Cluster } from './postmaster.ts';
import { giveOwnership, type RunAs } from './run-as.ts';
import { findReason, runProgram } from './run-program.ts';
import { ensureSecret, readSecret, syncFolder } from './secrets.ts';

const DRAFT_PREFIX = 'postgres.new-';
/** Locales for the classification of letters, best first. In C, the last resort, ñ is no letter, and pg_trgm drops it. */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates the cluster, or checks an existing one.
 * @returns the superuser's password
 */
export async function ensureCluster(cluster: Cluster): Promise<string> {
  const { layout, runAs } = cluster;
  await checkOwner(layout.cluster);
  const exists = await clusterExists(layout.cluster);
  const secret = await (exists ? requireSecret(layout) : ensureSecret(layout.secrets, 'superuser'));
  await (exists ? adoptFiles(layout, runAs) : initialize(cluster, secret));
  await removeDrafts(layout);
  return secret;
}

/**
 * @returns false if the folder is missing or empty
 * @throws StartupError if the folder has other files, or the cluster another version
 */
export async function clusterExists(cluster: string): Promise<boolean> {
  const entries = await readdir(cluster).catch((error: unknown): string[] => {
    // A data folder that is a file counts as missing: `makeFolder` reports it later.
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  });
  if (entries.length === 0) return false;
  if (!entries.includes('PG_VERSION')) {
    throw new StartupError(
      'cluster-unknown',
      `La carpeta ${cluster} no está vacía y no es una base de datos de PostgreSQL: muévela o elige otra con DATA_DIR.`,
    );
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== POSTGRES_MAJOR) {
    throw new StartupError(
      'cluster-version',
      `La base de datos de ${cluster} es de PostgreSQL ${version} y esta versión de Simiente usa la ${POSTGRES_MAJOR}: arráncala con su versión anterior o restaura un respaldo en otra carpeta con DATA_DIR.`,
    );
  }
  return true;
}

async function requireSecret(layout: Layout): Promise<string> {
  const secret = await readSecret(layout.secrets, 'superuser');
  if (secret === undefined) {
    throw new StartupError(
      'secret-missing',
      `Falta la contraseña de la base de datos en ${join(layout.secrets, 'superuser')}: recupérala de tu respaldo de DATA_DIR.`,
    );
  }
  return secret;
}

async function checkOwner(cluster: string): Promise<void> {
  const processUid = process.getuid?.() ?? 0;
  const uid = (await stat(cluster).catch(() => undefined))?.uid;
  if (uid !== undefined && processUid !== 0 && uid !== processUid) {
    throw new StartupError(
      'cluster-owner',
      `La base de datos de ${cluster} pertenece a otro usuario (uid ${uid}): arranca con ese usuario o cámbiale el dueño con chown -R.`,
    );
  }
}

/** Corrects the owner and mode of a cluster that root copied here, because PostgreSQL would reject it. */
async function adoptFiles(layout: Layout, runAs: RunAs): Promise<void> {
  const { uid, mode } = await stat(layout.cluster);
  if (runAs.account !== undefined && uid === 0) await giveOwnership(runAs, layout.cluster);
  if (process.platform !== 'win32' && (mode & 0o027) !== 0) {
    await chmod(layout.cluster, 0o700);
  }
}

/**
 * Creates the cluster in a draft folder, and moves it when it is complete, so that an interrupted draft never counts
 * as a cluster. The second of two simultaneous processes uses the cluster of the first.
 */
async function initialize({ layout, binaries, runAs }: Cluster, secret: string): Promise<void> {
  const draft = await mkdtemp(join(layout.dataDir, DRAFT_PREFIX));
  try {
    const password = join(draft, 'password');
    await writeFile(password, `${secret}\n`, { mode: 0o600 });
    await giveOwnership(runAs, draft);
    const draftCluster = join(draft, 'cluster');
    await runInitdb({ layout, binaries, runAs }, draftCluster, password);
    await rename(draftCluster, layout.cluster);
    await syncFolder(layout.dataDir);
  } catch (error) {
    if (!(await clusterExists(layout.cluster))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  { layout, binaries, runAs }: Cluster,
  draftCluster: string,
  passwordFile: string,
): Promise<void> {
  let reason = '';
  for (const characterType of CHARACTER_TYPES) {
    await rm(draftCluster, { recursive: true, force: true });
    const { ok, output } = await runProgram(runAs, binaries.initdb, [
      '--pgdata',
      draftCluster,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${characterType}`,
    ]);
    if (ok) return;
    if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFull(layout.dataDir);
    reason = findReason(output);
    if (!/invalid locale name/.test(output)) break;
  }
  throw new StartupError(
    'postgres-failed',
    `No se pudo crear la base de datos en ${layout.cluster}: ${reason}`,
  );
}

/**
 * Removes drafts of other processes once a cluster exists. A draft in which a process still writes may resist its
 * removal, and is removed at the next start.
 */
async function removeDrafts(layout: Layout): Promise<void> {
  const drafts = (await readdir(layout.dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX));
  const paths = drafts.map((name) => join(layout.dataDir, name));
  await Promise.allSettled(paths.map((path) => rm(path, { recursive: true, force: true })));
}
