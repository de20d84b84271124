import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMissing, isTaken } from '../system-errors.ts';

/** The paths of the embedded database, all inside `DATA_DIR`. */
export type Layout = {
  dataDir: string;
  /** The PostgreSQL cluster itself. */
  cluster: string;
  /** Passwords, one per file. */
  secrets: string;
  /** The folder of the Unix socket. */
  run: string;
  /** PostgreSQL's own log. */
  log: string;
  /**
   * Folder into which PostgreSQL copies finished segments of the write-ahead log for the archive; without the
   * folder it archives nothing. It is not a variable, because a command in another environment that starts the
   * cluster must not leave a gap.
   */
  spool: string;
};

/**
 * Resolves links, so that all processes use the same paths for the cluster and its socket.
 * @param inside the folder of a cluster that is being restored, if not the data folder itself
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
 * Creates a folder and its parents. `recursive` of mkdir never returns in a folder such as /proc, where nothing
 * can be created.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const path = resolve(folder);
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found !== undefined) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
}
