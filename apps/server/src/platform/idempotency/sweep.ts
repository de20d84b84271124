import { lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../../schema/idempotency.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';

/** Hours in which a repetition gets the first answer. */
const HOURS_KEPT = 24;

/** Deletes stored answers: they may contain a record that was purged elsewhere. */
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
