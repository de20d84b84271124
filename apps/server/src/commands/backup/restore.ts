import path from 'node:path';
import { readConfig } from '../../config.ts';
import { writeAuditOn } from '../../modules/audit/public.ts';
import { NO_REQUEST, operator } from '../../platform/act.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { restoreBeside } from '../../platform/backup/restoring.ts';
import { migrateDatabase, openAuditIds } from '../../platform/database/migrating/migrate.ts';
import { describeSealedTail } from '../audit.ts';
import {
  type BackupSession,
  countContents,
  formatContents,
  keepSecrets,
  reportProgress,
  sealRestored,
  withBackupSession,
} from './backup-session.ts';
import { ACCESS_IS_VOID, voidAccess } from './void-access.ts';

/** `restore FILE`: makes an installation from a backup, where there is none yet. */
export async function restoreFromFile(file: string): Promise<void> {
  // As the one server of the database, so that no other restores into it.
  await restoreBeside(readConfig(process.env), `restore ${path.resolve(file)}`, (layout) =>
    withBackupSession('server', (session) => restoreInto(session, file), layout),
  );
  const tail = await sealRestored();
  // The newest is of the restoration itself.
  const sealed = tail && describeSealedTail({ ...tail, rows: Math.max(tail.rows - 1, 0) });
  if (sealed !== null) console.log(sealed);
  console.log('La restauración está completa. Arranca Simiente.');
}

async function restoreInto(session: BackupSession, file: string): Promise<void> {
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
          { action: 'data.restored', details: { madeAt, ...countContents(manifest) } },
        );
        await keepSecrets(config, secrets);
      },
    },
  );
  await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
  console.log(
    `Se restauró el respaldo del ${header.madeAt}: ${formatContents(manifest)}. ${ACCESS_IS_VOID}`,
  );
  if (lost.length > 0) {
    console.error(
      `Aviso: archivos que ya faltaban o estaban dañados al respaldar: ${lost.length}.`,
    );
  }
}
