import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { LONG_WAIT } from '../long-wait.ts';

/** Sends a request while a patient is being deleted; the deletion commits once the request waits for it. */
export async function whileDeleted<Answer>(
  db: Database,
  patientId: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  // Wrapped in an object, because a returned promise would be awaited within the transaction.
  const { pending } = await db.transaction(async (transaction) => {
    // Imitates a deletion, which locks the record and then marks it.
    await transaction.execute(sql`select id from patients where id = ${patientId} for update`);
    await transaction.execute(sql`update patients set deleted_at = now() where id = ${patientId}`);
    const pending = request();
    await vi.waitFor(async () => {
      const { rows: waiting } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    }, LONG_WAIT);
    return { pending };
  });
  return pending;
}
