import { lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../../schema/idempotency.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';

/** Hours in which a repetition gets the first answer; nobody repeats a request after a day. */
const HOURS_KEPT = 24;

/** Removes answers that were kept for repetitions: they may hold a record that is to be kept nowhere else. */
export function idempotencySweep(db: Database): Job {
  return {
    name: 'idempotency.sweep',
    schedule: { everyMinutes: 60 },
    run: async () => {
      const { rowCount } = await db
        .delete(idempotencyKeys)
        .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${HOURS_KEPT})`));
      return { removed: rowCount ?? 0 };
    },
  };
}
