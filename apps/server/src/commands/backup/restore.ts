import path from 'node:path';
import { writeAuditOn } from '../../modules/audit/public.ts';
import { NO_REQUEST, operator } from '../../platform/act.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { migrateDatabase, openAuditIds } from '../../platform/database/migrating/migrate.ts';
import { describeSealedTail } from '../audit.ts';
import {
  countsOf,
  formatContents,
  keepSecrets,
  reportProgress,
  sealAudit,
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
        prepare: async (client, { header: { madeAt }, manifest, secrets }) => {
          await voidAccess(client);
          await openAuditIds(client);
          await writeAuditOn(
            client,
            { actor: operator(), origin: NO_REQUEST },
            { action: 'data.restored', details: { madeAt, ...countsOf(manifest) } },
          );
          await keepSecrets(config, secrets);
        },
      },
    );
    await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
    const { rows, oldest } = await sealAudit(session);
    console.log(
      `Se restauró el respaldo del ${header.madeAt}: ${formatContents(manifest)}. ${ACCESS_IS_VOID} Arranca Simiente.`,
    );
    // The newest is of the restoration itself.
    const sealed = describeSealedTail({ rows: Math.max(rows - 1, 0), oldest });
    if (sealed !== null) console.log(sealed);
    if (lost.length > 0) {
      console.error(
        `Aviso: archivos que ya faltaban o estaban dañados al respaldar: ${lost.length}.`,
      );
    }
  });
}
