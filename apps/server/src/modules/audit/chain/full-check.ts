import type { Pool } from 'pg';

/** The key in `installation` of the last check of all rows for unsealed ones. */
export const FULL_CHECK = 'audit.look';

/**
 * Stores that a server checked all rows for unsealed ones.
 * @property passedOver how many it found below its low-water mark, where none should be
 * @property upTo its low-water mark after the check
 */
export async function storeFullCheck(
  pool: Pool,
  { passedOver, upTo }: { readonly passedOver: number; readonly upTo: number },
): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ($1, jsonb_build_object(
       'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'passedOver', $2::int, 'upTo', $3::bigint))
     on conflict (key) do update set value = excluded.value`,
    [FULL_CHECK, passedOver, upTo],
  );
}
