import { randomUUID } from 'node:crypto';
import { EXPORT_MINUTES, type ExportRequest, exportRequest } from '@simiente/contract/list-exports';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { listExports } from '../../schema/list-exports.ts';

/** Keeps what somebody wants to have as a file until the browser fetches it; gives the id to fetch it by. */
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
 * What this person asked for, a few minutes ago at most.
 * @throws Problem NOT_FOUND when it was somebody else, longer ago, or nobody
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
  // One that an earlier version kept may not be what this version understands.
  const { data: request } = exportRequest.safeParse(row);
  if (!request) throw new Problem('NOT_FOUND');
  return request;
}
