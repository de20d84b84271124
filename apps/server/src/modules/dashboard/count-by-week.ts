import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { isLaboratory } from '../exams/public.ts';
import { activeSince } from '../partners/public.ts';
import { hasWorkOf, isListed } from '../patients/public.ts';
import { isShownExam, isShownOrder } from './shown.ts';

/** How many of a kind began in a week. */
export interface WeekCount extends Record<string, unknown> {
  readonly kind: 'patient' | 'laboratory' | 'order' | 'exam' | 'undated exam';
  /** As the exams' type reads, with spaces; null for the other kinds. */
  readonly type: string | null;
  /** 0 before the first bound, n from bound n on (the first is 1). */
  readonly week: number;
  readonly figure: number;
}

interface Counted {
  readonly kind: WeekCount['kind'];
  /** When one of them began. */
  readonly at: SQL;
  readonly type?: SQL;
  readonly from: SQL;
  readonly where: SQL | undefined;
}

/**
 * Counts everything that the dashboard shows, by the weeks whose beginnings `bounds` holds, in one
 * statement. Nothing from the last bound on is counted; patients and laboratories of the time before
 * the first one are, because they are there already.
 */
export async function countByWeek(
  transaction: Transaction,
  bounds: readonly Date[],
  laboratory: string | undefined,
): Promise<WeekCount[]> {
  const [first = new Date(0), last = first] = [bounds[0], bounds.at(-1)];
  const parts = [
    patientsUntil(last, laboratory),
    laboratoriesUntil(last, laboratory),
    downloadsBetween(first, last, laboratory),
    examsBetween(first, last, laboratory),
    undatedExams(laboratory),
  ];
  const { rows } = await transaction.execute<WeekCount>(
    sql.join(
      parts.map((part) => countOne(part, bounds)),
      sql` union all `,
    ),
  );
  return rows;
}

function countOne({ kind, at, type, from, where }: Counted, bounds: readonly Date[]): SQL {
  const times = sql.param(bounds.map((bound) => bound.toISOString()));
  return sql`select ${sql.raw(`'${kind}'`)} as kind, ${type ?? sql`null`} as type,
    width_bucket(${at}, ${times}::timestamptz[]) as week, count(*)::int as figure
    from ${from} where ${where} group by 2, 3`;
}

function patientsUntil(last: Date, laboratory: string | undefined): Counted {
  return {
    kind: 'patient',
    at: sql`${patients.createdSort}`,
    from: sql`${patients as PgTable}`,
    where: and(
      isListed,
      lt(patients.createdSort, last),
      laboratory === undefined ? undefined : hasWorkOf(laboratory),
    ),
  };
}

function laboratoriesUntil(last: Date, laboratory: string | undefined): Counted {
  const active = sql`(select ${activeSince} as since from ${partners as PgTable}
    where ${and(isLaboratory, laboratory === undefined ? undefined : eq(partners.id, laboratory))}) as active`;
  return {
    kind: 'laboratory',
    at: sql`active.since`,
    from: active,
    // One without a branch is null, and not counted.
    where: sql`active.since < ${last.toISOString()}::timestamptz`,
  };
}

function downloadsBetween(first: Date, last: Date, laboratory: string | undefined): Counted {
  return {
    kind: 'order',
    at: sql`${examOrderDownloads.at}`,
    from: sql`${examOrderDownloads as PgTable} join ${examOrders as PgTable} on ${examOrders.id} = ${examOrderDownloads.orderId}`,
    where: and(
      isShownOrder,
      gte(examOrderDownloads.at, first),
      lt(examOrderDownloads.at, last),
      laboratory === undefined ? undefined : eq(examOrders.partnerId, laboratory),
    ),
  };
}

function undatedExams(laboratory: string | undefined): Counted {
  return {
    kind: 'undated exam',
    at: sql`'-infinity'::timestamptz`,
    from: sql`${exams as PgTable}`,
    where: and(
      isShownExam,
      isNull(exams.createdAt),
      laboratory === undefined ? undefined : eq(exams.laboratoryId, laboratory),
    ),
  };
}

function examsBetween(first: Date, last: Date, laboratory: string | undefined): Counted {
  return {
    kind: 'exam',
    at: sql`${exams.createdAt}`,
    type: sql`replace(${exams.type}, '_', ' ')`,
    from: sql`${exams as PgTable}`,
    where: and(
      isShownExam,
      gte(exams.createdAt, first),
      lt(exams.createdAt, last),
      laboratory === undefined ? undefined : eq(exams.laboratoryId, laboratory),
    ),
  };
}
