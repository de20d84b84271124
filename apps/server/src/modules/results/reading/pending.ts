import type { CriticalResult, PendingResult } from '@simiente/contract/results/calls';
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../../platform/database/pages/keyset.ts';
import { pick } from '../../../platform/database/records.ts';
import { receivedResults, resultSets } from '../../../schema/results.ts';
import { lacksSecondReading, presentLaboratory, toIso } from './present.ts';
import { type SetRow, selectSetIds, selectSets } from './read-rows.ts';

const OLDEST_FIRST = 'enteredAt';
const isPending = notInArray(resultSets.status, ['validado', 'retirado']);

const { orderBy, selectPage } = keyset<typeof OLDEST_FIRST, SetRow>(resultSets.id, ({ id }) => id, {
  enteredAt: byDate(sql`${resultSets.enteredAt}`, ({ enteredAt }) => enteredAt),
});

/** One page of the results that are not validated, the oldest first. */
export async function listPending(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { page, nextCursor } = await selectPage(
    { ...input, sort: OLDEST_FIRST },
    cursors,
    ({ next, inOrder, limit }) => selectSets(db, and(isPending, next), inOrder).limit(limit),
  );
  return {
    results: page.map(
      (row): PendingResult => ({
        ...presentListed(row),
        ...pick(row, ['status', 'source', 'isPreliminary']),
        collectedAt: toIso(row.collectedAt),
        enteredBy: row.enteredByName,
        isHeld: row.waiting !== null,
        lacksSecondReading: lacksSecondReading(row),
      }),
    ),
    nextCursor,
    total: await countPending(db),
    totalIsCapped: false,
  };
}

const presentListed = (row: SetRow) => ({
  idResultSet: row.id,
  patient: { idUser: row.patientId, name: row.patientName },
  examType: row.examType,
  laboratory: presentLaboratory(row.laboratoryId, row.laboratoryName),
  enteredAt: row.enteredAt.toISOString(),
});

export const countPending = (db: Reader): Promise<number> =>
  db.$count(selectSetIds(db, isPending).as('pending'));

/** More than a user reads at once. Others follow once these are acknowledged. */
const MAX_CRITICAL = 100;
const isUnseenCritical = and(
  sql`${resultSets.critical} <> '{}'`,
  isNull(resultSets.criticalSeenAt),
);

/** Results with critical values that were not acknowledged, oldest first. */
export async function listCritical(db: Reader): Promise<CriticalResult[]> {
  const rows = await selectSets(db, isUnseenCritical, orderBy(OLDEST_FIRST)).limit(MAX_CRITICAL);
  return rows.map((row) => ({ ...presentListed(row), ...pick(row, ['critical', 'version']) }));
}

/** Number of results with unacknowledged critical values, and of received results without a patient. */
export const countCritical = async (db: Reader) => ({
  critical: await db.$count(selectSetIds(db, isUnseenCritical).as('unseen')),
  criticalReceived: await db.$count(
    receivedResults,
    and(eq(receivedResults.state, 'waiting'), sql`${receivedResults.critical} <> '{}'`),
  ),
});
