import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type Client, type ClientBase, type ClientConfig, escapeIdentifier } from 'pg';
import { isCausedBy } from '../../failures.ts';
import { StartupError } from '../../system-errors.ts';
import { connect } from '../connections/connect.ts';
import { LOCKS } from '../locks.ts';
import { listMigrations, MIGRATIONS, readAppliedMigrations } from './migrations.ts';

interface MigrationRoles {
  /** The role that creates and owns the tables. */
  readonly owner: ClientConfig;
  /** The role of the application, which gets only the rights that it needs. */
  readonly appRole: string;
}

/** Whether the role of the connection owns the tables, or is a superuser; undefined before the first migration. */
export async function ownsTables(db: Pick<ClientBase, 'query'>): Promise<boolean | undefined> {
  const { rows } = await db.query<{ owned: boolean }>(
    `select pg_has_role(tableowner, 'usage') as owned from pg_tables
      where schemaname = 'public' and tablename = 'audit_events'`,
  );
  return rows[0]?.owned;
}

/**
 * Migrates the schema, in one transaction under an advisory lock, and grants the application's role its rights.
 * Any number of processes may run it, repeatedly. With a role that does not own the tables it only checks that no
 * migration is missing.
 */
export async function migrateDatabase(roles: MigrationRoles, tries = 5): Promise<void> {
  try {
    await migrateLocked(roles);
  } catch (error) {
    // A deadlock with a server of an earlier version, which locks tables in another order.
    if (tries === 1 || !isCausedBy(error, '40P01')) throw error;
    await migrateDatabase(roles, tries - 1);
  }
}

async function migrateLocked({ owner, appRole }: MigrationRoles): Promise<void> {
  const client = await connect({ ...owner, application_name: 'simiente-migrate' });
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration]);
    const isComplete = await rejectNewerSchema(client);
    if (isComplete && (await ownsTables(client)) === false) return;
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    if (rows[0]?.owner !== appRole) await grantRights(client, appRole);
    await reopenAuditIds(client);
  } finally {
    await client.end();
  }
}

/**
 * @returns whether all migrations are applied
 * @throws StartupError if a later version has migrated the database, because this version could write rows that the
 * later one cannot read
 */
async function rejectNewerSchema(client: Client): Promise<boolean> {
  const migrations = new Set(listMigrations().map(({ digest }) => digest));
  const applied = await readAppliedMigrations(client);
  if (applied.every((digest) => migrations.has(digest))) return applied.length === migrations.size;
  throw new StartupError(
    'database-newer',
    'Esta base ya se usó con una versión más nueva de Simiente: arranca con esa versión. Para volver a la actual, restaura en otra carpeta o en otra base un respaldo hecho antes de actualizar, con «simiente restore».',
  );
}

/**
 * Resets the sequence of closed audit ids to the last assigned id. New transactions may not use a closed id, so every
 * call would fail if an id were closed before it is assigned. A database copied by other tools may have sequence values
 * of different moments.
 */
export async function reopenAuditIds(client: Client): Promise<void> {
  await client.query(
    `select setval('audit_closed_ids', greatest(assigned, 1), assigned > 0)
       from (select pg_sequence_last_value('audit_closed_ids') as closed,
         coalesce(pg_sequence_last_value('audit_events_id_seq'), 0) as assigned) as ids
      where closed > assigned`,
  );
}

/**
 * Grants the application's role its rights. It can read and append to the audit and versions of reports, but not
 * change or renumber them. Some tables that triggers fill can only be read. Every other table is writable.
 */
async function grantRights(client: Client, appRole: string): Promise<void> {
  const role = escapeIdentifier(appRole);
  await client.query(`
    begin;
    grant usage on schema public, drizzle to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    revoke update, delete on audit_events, audit_seals, record_ids, report_versions,
      report_withdrawals, report_discards, report_confirmations from ${role};
    revoke insert, update, delete on audit_sealing_runs, reports, staff_names from ${role};
    grant execute on function mark_sealing_run(bigint), next_audit_event_id(),
      make_audit_partitions(), audit_partition_room(), close_audit_ids(bigint), purge_reports(text), merge_reports(text),
      unmerge_reports(text), count_days(text) to ${role};
    revoke usage on sequence audit_events_id_seq, audit_closed_ids from ${role};
    commit;
  `);
}
