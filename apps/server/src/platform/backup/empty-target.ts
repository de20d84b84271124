import { type Client, escapeIdentifier } from 'pg';
import { StartupError } from '../startup-error.ts';
import { listTables } from './describe-schema.ts';

/**
 * Makes sure that the target has no data, and drops the empty tables that an unused installation made:
 * they may be of another release. It runs in the open transaction, so that a failed restoration leaves
 * them as they were.
 * @throws StartupError if any table has a row
 */
export async function clearEmptyTarget(client: Client): Promise<void> {
  const tables = await listTables(client);
  for (const table of tables) {
    const { rows } = await client.query(`select 1 from public.${escapeIdentifier(table)} limit 1`);
    if (rows.length > 0) {
      throw new StartupError(
        'restore-not-empty',
        'Aquí ya hay datos, y un respaldo solo se restaura donde no hay ninguno: usa otra carpeta con DATA_DIR, o una base recién creada. No se cambió nada.',
      );
    }
  }
  for (const table of tables) {
    await client.query(`drop table if exists public.${escapeIdentifier(table)} cascade`);
  }
  const { rows: routines } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of routines) await client.query(`drop function if exists ${name} cascade`);
  await client.query('drop schema if exists drizzle cascade');
}
