import { randomUUID } from 'node:crypto';
import {
  EXPORT_MINUTES,
  type ExportRequest,
  exportRequest,
} from '@simiente/contract/list-exports/calls';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { Problem } from '../../platform/problem.ts';
import { listExports } from '../../schema/operation/installation.ts';

/**
 * Stores the request of an export until the browser fetches it.
 * @returns its id
 */
export async function requestExport(
  transaction: Transaction,
  { actor }: Pick<StaffContext, 'actor'>,
  { list, filters }: ExportRequest,
): Promise<{ idExport: string }> {
  const id = `exp_${randomUUID()}`;
  await transaction.insert(listExports).values({ id, staffId: actor.id, list, filters });
  return { idExport: id };
}

/**
 * This user's request of the last few minutes.
 * @throws Problem NOT_FOUND for any other
 */
export async function findExport(
  transaction: Transaction,
  id: string,
  staffId: string,
): Promise<ExportRequest> {
  const [row] = await transaction
    .select({ list: listExports.list, filters: listExports.filters })
    .from(listExports)
    .where(
      and(
        eq(listExports.id, id),
        eq(listExports.staffId, staffId),
        gt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`),
      ),
    );
  // A request that an earlier version stored may be invalid in this one.
  const { data: request } = exportRequest.safeParse(row);
  if (!request) throw new Problem('NOT_FOUND');
  return request;
}

/** Deletes expired requests of exports. */
export function exportSweep(db: Database): Job {
  return {
    name: 'list-exports.sweep',
    schedule: { everyMinutes: EXPORT_MINUTES },
    run: async () => ({ removed: await sweepExports(db) }),
  };
}

/**
 * Their filters may contain names.
 * @returns how many there were
 */
export async function sweepExports(db: Database): Promise<number> {
  const { rowCount } = await db
    .delete(listExports)
    .where(lt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`));
  return rowCount ?? 0;
}
