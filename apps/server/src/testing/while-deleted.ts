import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { PATIENTLY } from './patience.ts';

/** Sends a request while a patient is on the way to the bin; they are in it once the request waits for that. */
export async function whileDeleted<Answer>(
  db: Database,
  patientId: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  // In an object: what a promise is answered with is waited for, and this one waits for the end.
  const { asked } = await db.transaction(async (transaction) => {
    // As the bin does it: it locks the record, and then marks it.
    await transaction.execute(sql`select id from patients where id = ${patientId} for update`);
    await transaction.execute(sql`update patients set deleted_at = now() where id = ${patientId}`);
    const asked = request();
    await vi.waitFor(async () => {
      const { rows: waiting } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    }, PATIENTLY);
    return { asked };
  });
  return asked;
}
