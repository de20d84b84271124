import { addDays, lengthInDays, startOfDay } from '@simiente/contract/common/days';
import { type DashboardFilter, WEEK_DAYS } from '@simiente/contract/dashboard/calls';
import { and, eq, gte, isNotNull, isNull, lt, not, type Param, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { hasActivePatient } from '../appointments/public.ts';
import { isLaboratory } from '../exams/public.ts';
import { activeSince } from '../partners/public.ts';
import { hasLaboratoryWork, patientNotDeleted } from '../patients/public.ts';

/** Number of records of a kind in a week. */
export interface WeekCount extends Record<string, unknown> {
  /** 'order' counts downloads of orders, and 'undated exam' the exams without a creation date. */
  readonly kind: 'patient' | 'laboratory' | 'order' | 'exam' | 'undated exam';
  /** Number of the week, from 1; 0 before the first bound. */
  readonly week: number;
  readonly count: number;
}

/** Number of exams of a stored type in the later of two periods. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

/** Rows that are counted, each in the week of its instant. */
interface CountedRows {
  readonly kind: WeekCount['kind'];
  readonly at: SQL;
  readonly type?: SQL;
  readonly from: SQL;
  readonly where: SQL | undefined;
  /** Whether the rows are subtracted, because another count includes them. */
  readonly isSubtracted?: boolean;
}

/**
 * Counts the records of `readDashboardCounts`, by the weeks that begin at `bounds`, in one statement. Rows after the
 * last bound do not count. Patients and laboratories before the first bound count, because totals include them.
 */
export async function countByWeek(
  db: Reader,
  bounds: readonly Date[],
  laboratory: string | undefined,
): Promise<{ readonly weeks: readonly WeekCount[]; readonly examTypes: readonly TypeCount[] }> {
  const { 0: first = new Date(0) } = bounds;
  const period = { first, last: bounds.at(-1) ?? first, laboratory };
  const times = sql.param(bounds.map((bound) => bound.toISOString()));
  const counted = [
    patientsBefore(period),
    patientsInPeriod(period),
    laboratoriesUntil(period),
    examsInPeriod(period),
    examsOfDeletedPatients(period),
    emptyExams(period),
    undatedExams(laboratory),
    ...(laboratory === undefined
      ? [downloads(period), hiddenDownloads(period)]
      : [downloads(period, isOrderOfLaboratory(laboratory))]),
  ].map((rows) => countRows(rows, times));
  const weeksPerPeriod = (bounds.length - 1) / 2;
  const { rows } = await db.execute<WeekCount & { readonly type: string | null }>(sql`
    with counted as (${sql.join(counted, sql` union all `)})
    select kind, null as type, week, sum(count)::int as count from counted group by kind, week
    union all
    select kind, type, null, sum(count)::int from counted
    where kind = 'exam' and week > ${weeksPerPeriod} group by kind, type`);
  return {
    weeks: rows.filter(({ type }) => type === null),
    examTypes: rows.flatMap(({ type, count }) => (type === null ? [] : [{ type, count }])),
  };
}

function countRows({ kind, at, type, from, where, isSubtracted }: CountedRows, times: Param): SQL {
  const amount = isSubtracted ? sql`-count(*)` : sql`count(*)`;
  return sql`select ${sql.raw(`'${kind}'`)} as kind, ${type ?? sql`null::text`} as type,
    width_bucket(${at}, ${times}::timestamptz[]) as week, ${amount} as count
    from ${from} where ${where} group by 2, 3`;
}

interface Period {
  readonly first: Date;
  readonly last: Date;
  readonly laboratory: string | undefined;
}

/** An instant before every week. */
const BEFORE = sql`'-infinity'::timestamptz`;

const within = (column: AnyPgColumn, { first, last }: Period) =>
  and(gte(column, first), lt(column, last));

const patientsInPeriod = (period: Period, isInPeriod = within(patients.createdSort, period)) =>
  ({
    kind: 'patient',
    at: sql`${patients.createdSort}`,
    from: sql`${patients as PgTable}`,
    where: and(
      patientNotDeleted,
      isInPeriod,
      period.laboratory === undefined ? undefined : hasLaboratoryWork(period.laboratory),
    ),
  }) as const;

/** Separate from those of the period, because computing the week of each would take most of the time. */
const patientsBefore = (period: Period): CountedRows => ({
  ...patientsInPeriod(period, lt(patients.createdSort, period.first)),
  at: BEFORE,
});

function laboratoriesUntil({ last, laboratory }: Period): CountedRows {
  const active = sql`(select ${activeSince} as since from ${partners as PgTable}
    where ${and(isLaboratory, laboratory === undefined ? undefined : eq(partners.id, laboratory))}) as active`;
  return {
    kind: 'laboratory',
    at: sql`active.since`,
    from: active,
    // `since` is null for a laboratory without a branch, which does not count.
    where: sql`active.since < ${last.toISOString()}::timestamptz`,
  };
}

const downloads = (period: Period, isOfOrder?: SQL): CountedRows => ({
  kind: 'order',
  at: sql`${examOrderDownloads.at}`,
  from: sql`${examOrderDownloads as PgTable}`,
  where: and(within(examOrderDownloads.at, period), isOfOrder),
});

const selectOrders = (where: SQL | undefined) =>
  sql`select ${examOrders.id} from ${examOrders as PgTable} where ${where}`;

const isOrderOfLaboratory = (laboratory: string) =>
  sql`${examOrderDownloads.orderId} in (${selectOrders(
    and(
      eq(examOrders.partnerId, laboratory),
      isNull(examOrders.deletedAt),
      hasActivePatient(examOrders.patientId),
    ),
  )})`;

const isHiddenOrder = sql`${examOrderDownloads.orderId} in (${selectOrders(isNotNull(examOrders.deletedAt))}
  union all ${selectOrders(isOfDeletedPatient(examOrders.patientId))})`;

/** Downloads of orders that are deleted, or whose patient is. */
const hiddenDownloads = (period: Period): CountedRows => ({
  ...downloads(period, isHiddenOrder),
  isSubtracted: true,
});

function undatedExams(laboratory: string | undefined): CountedRows {
  return {
    kind: 'undated exam',
    at: BEFORE,
    from: sql`${exams as PgTable}`,
    where: and(
      isShownExam,
      isNull(exams.createdAt),
      laboratory === undefined ? undefined : eq(exams.laboratoryId, laboratory),
    ),
  };
}

/** Exams of a period, with those of deleted patients and empty ones, so that an index alone is read. */
const examsInPeriod = (period: Period, where?: SQL): CountedRows => ({
  kind: 'exam',
  at: sql`${exams.createdAt}`,
  type: sql`${exams.type}`,
  from: sql`${exams as PgTable}`,
  where: and(
    isNull(exams.deletedAt),
    within(exams.createdAt, period),
    period.laboratory === undefined ? undefined : eq(exams.laboratoryId, period.laboratory),
    where,
  ),
});

const examsOfDeletedPatients = (period: Period): CountedRows => ({
  ...examsInPeriod(period, isOfDeletedPatient(exams.patientId)),
  isSubtracted: true,
});

/** Condition for an exam without a file whose results were all withdrawn, because they belong to another patient. */
const isEmpty = sql`(${exams}.file_id is null and ${exams}.external_url is null
  and ${exams}.id in (select s.exam_id from ${resultSets} s where s.status = 'retirado')
  and not exists (select from ${resultSets} s where s.exam_id = ${exams}.id and s.status <> 'retirado'))`;

const emptyExams = (period: Period): CountedRows => ({
  ...examsInPeriod(period, and(hasActivePatient(exams.patientId), isEmpty)),
  isSubtracted: true,
});

/** Days of the clinic's calendar, both included. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

/** A period, the previous one, and the instants at which their weeks begin. */
interface ComparedPeriods {
  readonly period: Days;
  readonly previous: Days;
  readonly weeks: readonly (Days & { readonly previousStart: string })[];
  /** The beginnings of the weeks of the previous and then the current period, and the end of the current one. */
  readonly bounds: readonly Date[];
}

/**
 * Divides a period into weeks from its first day; the last may be shorter. The previous period has the same length,
 * so that the weeks correspond.
 */
export function comparePeriods(
  { start, end }: Pick<DashboardFilter, 'start' | 'end'>,
  timeZone: string,
): ComparedPeriods {
  const length = lengthInDays(start, end);
  const previous = { start: addDays(start, -length), end: addDays(start, -1) };
  const offsets = Array.from(
    { length: Math.ceil(length / WEEK_DAYS) },
    (_, week) => week * WEEK_DAYS,
  );
  const weeks = offsets.map((offset) => {
    const last = addDays(start, offset + WEEK_DAYS - 1);
    return {
      start: addDays(start, offset),
      end: last < end ? last : end,
      previousStart: addDays(previous.start, offset),
    };
  });
  const days = [
    ...weeks.map(({ previousStart }) => previousStart),
    ...weeks.map((week) => week.start),
    addDays(end, 1),
  ];
  return {
    period: { start, end },
    previous,
    weeks,
    bounds: days.map((day) => startOfDay(day, timeZone)),
  };
}

/** The start of the first day and the end of the last one, as instants. */
export function toInstants({ start, end }: Days, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(start, timeZone), until: startOfDay(addDays(end, 1), timeZone) };
}

/** Condition for exams that a screen shows: neither the exam nor its patient is deleted, and it is not empty. */
export const isShownExam = and(
  isNull(exams.deletedAt),
  hasActivePatient(exams.patientId),
  not(isEmpty),
);

function isOfDeletedPatient(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
