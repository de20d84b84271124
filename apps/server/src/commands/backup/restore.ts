import path from 'node:path';
import { operator } from '../../platform/act.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { migrateDatabase } from '../../platform/database/migrating/migrate.ts';
import { describeSealedTail } from '../audit.ts';
import {
  auditCommand,
  formatCounts,
  keepSecrets,
  reportProgress,
  withBackupSession,
} from './backup-session.ts';
import { ACCESS_IS_VOID, voidAccess } from './void-access.ts';

/** `restore FILE`: makes an installation from a backup, where there is none yet. */
export async function restoreFromFile(file: string): Promise<void> {
  // As the one server of the data folder, so that no other serves it during the restore.
  await withBackupSession('server', async (session) => {
    const { config, connections, store, passphrase, signal } = session;
    const { header, manifest, lost } = await restoreBackup(
      {
        owner: connections.owner,
        store,
        scratchFolder: path.join(config.dataDir, 'uploads'),
      },
      file,
      {
        passphrase,
        signal,
        onProgress: reportProgress('Restaurando'),
        // With the data: a command that is killed after the commit cannot be repeated.
        prepare: async (client, { secrets }) => {
          await voidAccess(client);
          await keepSecrets(config, secrets);
        },
      },
    );
    await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const counts = { rows, files: manifest.files.count };
    const tail = await auditCommand(session, operator(), {
      action: 'data.restored',
      details: { madeAt: header.madeAt, ...counts },
    });
    console.log(
      `Se restauró el respaldo del ${header.madeAt}: ${formatCounts(counts)}. ${ACCESS_IS_VOID} Arranca Simiente.`,
    );
    const sealed = describeSealedTail(tail);
    if (sealed !== null) console.log(sealed);
    if (lost.length > 0) {
      console.error(
        `Aviso: archivos que ya faltaban o estaban dañados al respaldar: ${lost.length}.`,
      );
    }
  });
}
