import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { alreadyExists, ifMissing } from '../system-errors.ts';

/** The paths of the embedded database, all inside `DATA_DIR`. */
export type Layout = {
  dataDir: string;
  cluster: string;
  /** Passwords, one per file. */
  secrets: string;
  /** The folder of the Unix socket. */
  run: string;
  log: string;
  /**
   * Folder into which PostgreSQL copies finished segments of the write-ahead log. Its existence turns archiving on.
   * An environment variable could be missing when another command starts the cluster, which would leave a gap.
   */
  spool: string;
};

/**
 * Resolves links, so that all processes use the same paths for the cluster and its socket.
 * @param inside the folder that contains the cluster, if it is not the data folder
 */
export async function resolveLayout(dataDir: string, inside = dataDir): Promise<Layout> {
  const root = await realpath(dataDir);
  const home = await realpath(inside);
  return {
    dataDir: root,
    cluster: join(home, 'postgres'),
    secrets: join(root, 'secrets'),
    run: join(home, 'run'),
    log: join(root, 'postgres.log'),
    spool: join(home, 'wal'),
  };
}

/**
 * Creates a folder and its parents. The option `recursive` of mkdir is not used, because it never returns in a
 * folder such as /proc, where nothing can be created.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const path = resolve(folder);
  if (await stat(path).catch(ifMissing(null))) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (!alreadyExists(error)) throw error;
  });
}
