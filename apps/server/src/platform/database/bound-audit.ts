import type { Client } from 'pg';

/** Numbers of a partition, as `audit_partition_size` gives it once it is there. */
const PARTITION_SIZE = 10_000_000;

/**
 * Prepares an audit that is not partitioned yet for becoming the first partition: says of all its rows
 * that they are below a number, and has PostgreSQL check it while others read and write. Attaching it
 * takes a moment then, with however many rows. Where something fails in between, the next start does it
 * again.
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
