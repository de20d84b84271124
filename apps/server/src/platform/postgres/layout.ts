import { realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the embedded database keeps its things, all inside `DATA_DIR`. */
export type Layout = {
  dataDir: string;
  /** The PostgreSQL cluster itself. */
  cluster: string;
  /** Passwords, one a file. */
  secrets: string;
  /** The folder of the Unix socket. */
  run: string;
  /** What PostgreSQL writes about itself. */
  log: string;
};

/** Resolves links, so that every process names the cluster and its socket in the same way. */
export async function layoutOf(dataDir: string): Promise<Layout> {
  const root = await realpath(dataDir);
  return {
    dataDir: root,
    cluster: join(root, 'postgres'),
    secrets: join(root, 'secrets'),
    run: join(root, 'run'),
    log: join(root, 'postgres.log'),
  };
}
