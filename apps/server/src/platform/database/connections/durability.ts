import type { Pool } from 'pg';

/** Settings that keep acknowledged writes through a crash, unless they are off. */
const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** Those that are off for our connections; none where writes are safe. */
export async function findUnsafeSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [SETTINGS],
  );
  return rows.map(({ name }) => name);
}
