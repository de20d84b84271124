import { type Client, escapeIdentifier } from 'pg';
import type { BackedUpTable } from './format.ts';

/**
 * Tables whose rows mean nothing anywhere else, or later: whoever restores a backup signs in again,
 * and nobody comes in with a session that ended long ago. The rest, also what later releases add, is
 * backed up unless it is named here.
 */
const LEFT_OUT = new Set([
  'staff_sessions',
  'staff_verifications',
  // Attempts and limits of an hour at most.
  'rate_limits',
  // Exports that somebody asked for and did not fetch yet: five minutes.
  'list_exports',
  // Bytes without a record: the file store of the backup does not have them.
  'pending_files',
  // When each job is due, and how it went: of the processes that were there.
  'jobs',
]);

/** Ours are in `public`, where extensions have some too. */
const OUR_TABLES = `
  select c.oid, c.relname as name
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** All tables of ours, by name. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from (${OUR_TABLES}) ours order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** The tables that a backup holds, with the columns that PostgreSQL does not make by itself. */
export async function listBackedUpTables(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select ours.name, array_agg(a.attname::text order by a.attnum) as columns
       from (${OUR_TABLES}) ours
       join pg_attribute a on a.attrelid = ours.oid
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by ours.name order by ours.name collate "C"`,
  );
  return rows.filter(({ name }) => !LEFT_OUT.has(name));
}

/** The sequences behind numbered columns, and what each gave last. */
export async function listSequences(
  client: Client,
): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename::text as name, last_value::text as value
       from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** A table and its columns as COPY names them. */
export function copyTarget({ name, columns }: BackedUpTable): string {
  return `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}
