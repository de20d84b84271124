import { type Client, escapeIdentifier } from 'pg';

/** How a trigger fires, in the words of `alter table`. */
const FIRES: Readonly<Record<string, string>> = {
  O: 'enable',
  A: 'enable always',
  R: 'enable replica',
};

/**
 * Does work with our triggers disabled and the foreign keys dropped, and puts both back, which checks
 * every row. The restored rows were made under these rules; applied again, they would number and
 * announce them anew. The owner of the tables may do all of it; `session_replication_role` needs a
 * superuser, which managed databases do not give.
 */
export async function withoutConstraints(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await client.query<{ table: string; name: string; fires: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as fires
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'D'`,
  );
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by 1, 2`,
  );
  for (const { table, name } of triggers) {
    await client.query(`alter table ${table} disable trigger ${escapeIdentifier(name)}`);
  }
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  }
  await work();
  for (const { table, name, definition } of keys) {
    await client.query(
      `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
  }
  for (const { table, name, fires } of triggers) {
    await client.query(`alter table ${table} ${FIRES[fires]} trigger ${escapeIdentifier(name)}`);
  }
}
