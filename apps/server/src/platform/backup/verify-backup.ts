import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { openEmbeddedPostgres } from '../postgres/embedded.ts';
import { StartupError } from '../system-errors.ts';
import { type RestoredBackup, type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { RowDigest } from './row-digest.ts';
import { copyOut } from './write-backup.ts';

/**
 * Restores a backup into a temporary PostgreSQL, reads every table again and compares it with the backup. It neither
 * needs nor touches an installation.
 * @param check a further check of the restored and migrated database
 * @throws StartupError with the difference
 */
export async function verifyBackup(
  file: string,
  options: Pick<RestoreOptions, 'passphrase' | 'signal' | 'onProgress'>,
  check: (owner: ClientConfig, restored: RestoredBackup) => Promise<void>,
): Promise<RestoredBackup> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-verify-'));
  try {
    const postgres = await openEmbeddedPostgres({
      dataDir: path.join(folder, 'data'),
      role: 'server',
      log: () => {},
    });
    try {
      const restored = await restoreBackup(
        {
          owner: postgres.owner,
          store: { putFile: async () => {}, delete: async () => {} },
          scratchFolder: path.join(folder, 'files'),
        },
        file,
        { ...options, inspect: compareTables },
      );
      await check(postgres.owner, restored);
      return restored;
    } finally {
      await postgres.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function compareTables(client: Client, { header, manifest }: RestoredBackup): Promise<void> {
  for (const table of header.tables) {
    const digest = new RowDigest();
    for await (const chunk of copyOut(client, table)) digest.update(chunk);
    const expected = manifest.tables.find(({ name }) => name === table.name);
    if (expected?.rows !== digest.rows || expected.digest !== digest.digest()) {
      throw new StartupError(
        'backup-differs',
        `El respaldo no es fiel: una vez restaurada, la tabla ${table.name} no coincide con la respaldada.`,
      );
    }
  }
}
