import { type Client, escapeIdentifier } from 'pg';
import type { BackedUpTable } from './format.ts';

/**
 * Tables whose rows are useless after a restoration: users sign in again, and an old session must not work. Every
 * other table is backed up, including tables of later releases.
 */
const NOT_BACKED_UP = new Set([
  'staff_sessions',
  'staff_verifications',
  'event_streams',
  // Counts of attempts and requests, which expire.
  'rate_limits',
  // Exports that were requested but not downloaded; they expire after five minutes.
  'list_exports',
  // A restoration must not send messages that were queued at the time of the backup. The audit names the sent ones.
  'mails',
  // Files without a record, which are not in the backup's file store.
  'pending_files',
  // State of the jobs, which is only valid for the running processes.
  'jobs',
]);

/** Our tables in `public`, without those of extensions. A partitioned table counts as one. */
const OUR_TABLES = `
  select c.oid, c.relname as name
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from (${OUR_TABLES}) ours order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** The tables of a backup, with the columns that PostgreSQL does not generate. */
export async function listBackedUpTables(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select ours.name, array_agg(a.attname::text order by a.attnum) as columns
       from (${OUR_TABLES}) ours
       join pg_attribute a on a.attrelid = ours.oid
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by ours.name order by ours.name collate "C"`,
  );
  return rows.filter(({ name }) => !NOT_BACKED_UP.has(name));
}

/** Sequences with their last values; null for an unused one. */
export async function listSequences(
  client: Client,
): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename::text as name, last_value::text as value
       from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

const PARTITIONED = { audit_events: 'id', audit_seals: 'seq' } as const;

/** Upper bound of the last partition of each partitioned table; empty for an older schema. */
export async function listPartitionEnds(client: Client): Promise<Record<string, string>> {
  const ends: Record<string, string> = {};
  for (const table of Object.keys(PARTITIONED)) {
    const partitioned = await client.query(
      `select from pg_class where oid = to_regclass('public.' || $1) and relkind = 'p'`,
      [table],
    );
    if (partitioned.rowCount === 0) continue;
    const sql = 'select audit_partitions_end($1)::text as value';
    const { rows } = await client.query<{ value: string }>(sql, [table]);
    if (rows[0]) ends[table] = rows[0].value;
  }
  return ends;
}

/** Creates the partitions for restored rows, up to the last partition of the backup. */
export async function createPartitions(
  client: Client,
  ends: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [table, key] of Object.entries(PARTITIONED)) {
    const end = ends[table];
    if (end === undefined) continue;
    await client.query('select extend_audit($1, $2, $3::bigint - audit_partition_size())', [
      table,
      key,
      end,
    ]);
  }
}

/** A table and its columns in COPY syntax. */
export function copyTarget({ name, columns }: BackedUpTable): string {
  return `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}

/** A query of all rows of a table, for COPY, which does not accept the name of a partitioned table. */
export function selectTarget({ name, columns }: BackedUpTable): string {
  return `select ${columns.map(escapeIdentifier).join(', ')} from public.${escapeIdentifier(name)}`;
}
