import type { CriticalResult, PendingResult } from '@simiente/contract/results/calls';
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../../platform/database/pages/keyset.ts';
import { exams } from '../../../schema/exams.ts';
import { partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultSets } from '../../../schema/results.ts';
import { staffName } from '../../../schema/staff.ts';
import { lacksSecondReading } from './present.ts';
import { hasPreliminary, setNotDeleted, typistsOfSet, waitingForSet } from './read-rows.ts';

const OLDEST_FIRST = 'enteredAt';
const isPending = and(
  ne(resultSets.status, 'validado'),
  ne(resultSets.status, 'retirado'),
  setNotDeleted,
);

const { readPage } = keyset<typeof OLDEST_FIRST, PendingRow>(resultSets.id, ({ id }) => id, {
  enteredAt: byDate(sql`${resultSets.enteredAt}`, ({ enteredAt }) => enteredAt),
});

/** One page of the results that are not validated, the oldest first. */
export async function listPending(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { page, nextCursor } = await readPage(
    { ...input, sort: OLDEST_FIRST },
    cursors,
    ({ next, inOrder, limit }) =>
      selectPending(db)
        .where(and(isPending, next))
        .orderBy(...inOrder)
        .limit(limit),
  );
  return {
    results: page.map(present),
    nextCursor,
    total: await countPending(db),
    totalIsCapped: false,
  };
}

export const countPending = (db: Reader): Promise<number> =>
  db.$count(selectPending(db).where(isPending).as('pending'));

function selectPending(db: Reader) {
  return db
    .select({
      id: resultSets.id,
      patient: { idUser: patients.id, name: patients.name },
      examType: exams.type,
      laboratory: { idPartner: partners.id, name: partners.name },
      collectedAt: resultSets.collectedAt,
      enteredAt: resultSets.enteredAt,
      enteredBy: staffName(resultSets.enteredBy, resultSets.enteredAt),
      status: resultSets.status,
      source: resultSets.source,
      typists: typistsOfSet,
      isPreliminary: hasPreliminary,
      isHeld: sql<boolean>`${waitingForSet} is not null`,
      secondReadingAt: resultSets.secondReadingAt,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .leftJoin(partners, eq(partners.id, resultSets.laboratoryId));
}
type PendingRow = Awaited<ReturnType<typeof selectPending>>[number];

function present({ id, typists, secondReadingAt, ...row }: PendingRow): PendingResult {
  return {
    ...row,
    idResultSet: id,
    collectedAt: row.collectedAt?.toISOString() ?? null,
    enteredAt: row.enteredAt.toISOString(),
    lacksSecondReading: lacksSecondReading({ ...row, typists, secondReadingAt }),
  };
}

/** More than a user reads at once. Others follow once these are acknowledged. */
const MOST_CRITICAL = 100;
const isUnseenCritical = and(
  sql`${resultSets.critical} <> '{}'`,
  isNull(resultSets.criticalSeenAt),
  setNotDeleted,
);

/** Results with critical values that were not acknowledged, oldest first. */
export async function listCritical(db: Reader): Promise<CriticalResult[]> {
  const rows = await db
    .select({
      idResultSet: resultSets.id,
      patient: { idUser: patients.id, name: patients.name },
      examType: exams.type,
      laboratory: { idPartner: partners.id, name: partners.name },
      critical: resultSets.critical,
      enteredAt: resultSets.enteredAt,
      version: resultSets.version,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .leftJoin(partners, eq(partners.id, resultSets.laboratoryId))
    .where(isUnseenCritical)
    .orderBy(resultSets.enteredAt, resultSets.id)
    .limit(MOST_CRITICAL);
  return rows.map((row) => ({ ...row, enteredAt: row.enteredAt.toISOString() }));
}

/** Number of results with unacknowledged critical values, and of received results without a patient. */
export async function countCritical(db: Reader) {
  const [row] = await db
    .select({
      critical: count(),
      criticalReceived: sql<number>`(select count(*)::int from ${receivedResults}
        where ${receivedResults.state} = 'waiting' and ${receivedResults.critical} <> '{}')`,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(isUnseenCritical);
  return row ?? { critical: 0, criticalReceived: 0 };
}
