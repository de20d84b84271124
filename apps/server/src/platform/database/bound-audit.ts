import type { Client } from 'pg';

/** Numbers of a partition, as `audit_partition_size` gives it once it is there. */
const PARTITION_SIZE = 10_000_000;

/**
 * Prepares an audit that is not partitioned yet to become the first partition: adds a constraint that all
 * ids are below a number, and validates it while other clients read and write. With it, attaching the table
 * as a partition takes a moment, however many rows it has. If this fails midway, the next start repeats it.
 */
export async function boundAudit(client: Client): Promise<void> {
  for (const { table, key } of [
    { table: 'audit_events', key: 'id' },
    { table: 'audit_seals', key: 'seq' },
  ]) {
    const { rows } = await client.query(
      `select 1 from pg_class where oid = to_regclass('public.${table}') and relkind = 'r'`,
    );
    if (rows.length === 0) continue;
    const constraint = `${table}_first`;
    // One partition more than exists: rows written during the change must fit, also after a failed start.
    await client.query(`
      do $$ begin
        execute format('alter table ${table} drop constraint if exists ${constraint},
          add constraint ${constraint} check (${key} < %s) not valid',
          (select (coalesce(max(${key}), 0) / ${PARTITION_SIZE} + 2) * ${PARTITION_SIZE} from ${table}));
      end $$`);
    await client.query(`alter table ${table} validate constraint ${constraint}`);
  }
}
