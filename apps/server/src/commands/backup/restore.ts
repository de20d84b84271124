import path from 'node:path';
import type { Client } from 'pg';
import { readConfig } from '../../config.ts';
import { writeAuditOn } from '../../modules/audit/public.ts';
import { NO_REQUEST, operator } from '../../platform/act.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { restoreInSeparateFolder } from '../../platform/backup/restoring.ts';
import { migrateDatabase, reopenAuditIds } from '../../platform/database/migrating/migrate.ts';
import { describeSealedBacklog } from '../audit.ts';
import { formatInstant } from '../with-installation.ts';
import {
  type BackupSession,
  countContents,
  formatContents,
  reportProgress,
  sealRestored,
  storeSecrets,
  withBackupSession,
} from './backup-session.ts';

export const ACCESS_REVOKED =
  'Ya no son válidas las sesiones, los enlaces ni las entregas anteriores, ni los tokens de los laboratorios y de los sistemas que envían borradores: cada persona vuelve a entrar con la contraseña que tenía en ese momento, y hay que crear de nuevo las invitaciones, las entregas y los tokens.';

/** Tables of access, requested exports and queued e-mails. A restoration empties them. */
const EMPTIED_TABLES = [
  'staff_sessions',
  'staff_verifications',
  'staff_links',
  'laboratory_tokens',
  'draft_tokens',
  'list_exports',
  'mails',
];

/**
 * Revokes access in a restored database: sessions, one-time codes, links, exports, report deliveries, known devices,
 * and the tokens of laboratories and draft senders. Queued e-mails are deleted, so that they are not sent twice. The
 * database may be of an earlier release, which lacks some tables.
 */
export async function revokeAccess(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null`,
    [EMPTIED_TABLES],
  );
  const { rows: epoch } = await client.query(
    `select from pg_attribute where attrelid = 'public.staff'::regclass and attname = 'device_epoch'`,
  );
  const statements = rows.map(({ name }) => `delete from public.${name}`);
  if (epoch.length > 0) statements.push('update public.staff set device_epoch = device_epoch + 1');
  const { rows: deliveries } = await client.query(
    `select where to_regclass('public.report_deliveries') is not null`,
  );
  if (deliveries.length > 0) {
    // Deliveries are not deleted, because they show which reports were delivered.
    statements.push(
      `update public.report_deliveries set closed_at = now(), closed_for = 'revoked' where closed_at is null`,
    );
  }
  // Several statements in one query run as one transaction.
  await client.query(statements.join('; '));
}

/** `restore FILE`: creates a new installation from a backup. */
export async function restoreFromFile(file: string): Promise<void> {
  // Takes the server's lock, so that no other process can use the database.
  await restoreInSeparateFolder(
    readConfig(process.env),
    `restore ${path.resolve(file)}`,
    (layout) => withBackupSession('server', (session) => restoreInto(session, file), layout),
  );
  const tail = await sealRestored();
  // The row about the restoration is not counted.
  const sealed = tail && describeSealedBacklog({ ...tail, rows: Math.max(tail.rows - 1, 0) });
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
      // This runs in the transaction of the data, because a command killed after the commit cannot be repeated.
      prepare: async (client, { header: { madeAt }, manifest, secrets }) => {
        await revokeAccess(client);
        await reopenAuditIds(client);
        await writeAuditOn(
          client,
          { actor: operator(), origin: NO_REQUEST },
          { action: 'data.restored', details: { madeAt, ...countContents(manifest) } },
        );
        await storeSecrets(config, secrets);
      },
    },
  );
  await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
  console.log(
    `Se restauró el respaldo del ${formatInstant(new Date(header.madeAt))}: ${formatContents(manifest)}. ${ACCESS_REVOKED}`,
  );
  if (lost.length > 0) {
    console.error(
      `Aviso: archivos que ya faltaban o estaban dañados al respaldar: ${lost.length}.`,
    );
  }
}
