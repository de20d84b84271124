import { addDays, countDays, startOfDay } from '@simiente/contract/common/days';
import { type DashboardFilter, WEEK_DAYS } from '@simiente/contract/dashboard/calls';
import { and, eq, gte, isNotNull, isNull, lt, not, type Param, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { dayCounts } from '../../schema/operation/record-counts.ts';
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
  /** Number of the week, from 1; 0 before the first day. */
  readonly week: number;
  readonly count: number;
}

/** Number of exams of a stored type in the current period. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

/** Rows that one query counts, each in the week of `at`. */
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
 * Counts the records of `readDashboardCounts`, by the weeks that begin with `days`, in one statement. Rows from the
 * last day on do not count. Patients and laboratories before the first day count, because totals include them.
 * The stored daily counts include rows of deleted patients, which are therefore subtracted.
 */
export async function countByWeek(
  db: Reader,
  { days, bounds }: Pick<ComparedPeriods, 'days' | 'bounds'>,
  laboratory: string | undefined,
): Promise<{ readonly weeks: readonly WeekCount[]; readonly examTypes: readonly TypeCount[] }> {
  const { 0: first = new Date(0) } = bounds;
  const last = bounds.at(-1) ?? first;
  const period = { first, last, laboratory };
  const times = sql.param(bounds.map((bound) => bound.toISOString()));
  const oneByOne = [
    laboratoriesUntil(period),
    examsOfDeletedPatients(period),
    emptyExams(period),
    undatedExams(laboratory),
    ...(laboratory === undefined
      ? [
          { ...downloads(period, isNotNull(examOrders.deletedAt)), isSubtracted: true },
          { ...downloads(period, isOrderOfDeletedPatient), isSubtracted: true },
        ]
      : [
          examsInPeriod(period),
          patientsWithWork(last, laboratory),
          downloads(period, and(isShownOrder, eq(examOrders.partnerId, laboratory))),
        ]),
  ].map((rows) => countOneByOne(rows, times));
  const daily = laboratory === undefined ? STORED.map((kind) => sumDaily(kind, days)) : [];
  const weeksPerPeriod = (bounds.length - 1) / 2;
  const { rows } = await db.execute<WeekCount & { readonly type: string | null }>(sql`
    with counted as (${sql.join([...daily, ...oneByOne], sql` union all `)})
    select kind, null as type, week, sum(count)::int as count from counted group by kind, week
    union all
    select kind, type, null, sum(count)::int from counted
    where kind = 'exam' and week > ${weeksPerPeriod} group by kind, type`);
  return {
    weeks: rows.filter(({ type }) => type === null),
    examTypes: rows.flatMap(({ type, count }) => (type === null ? [] : [{ type, count }])),
  };
}

function countOneByOne(
  { kind, at, type, from, where, isSubtracted }: CountedRows,
  times: Param,
): SQL {
  const amount = isSubtracted ? sql`-count(*)` : sql`count(*)`;
  return sql`select ${sql.raw(`'${kind}'`)} as kind, ${type ?? NO_TYPE} as type,
    width_bucket(${at}, ${times}::timestamptz[]) as week, ${amount} as count
    from ${from} where ${where} group by 2, 3`;
}

const NO_TYPE = sql`null::text`;

const STORED = ['patient', 'exam', 'download'] as const;

/** Sums stored daily counts. */
function sumDaily(kind: (typeof STORED)[number], days: readonly string[]): SQL {
  return sql`select ${sql.raw(`'${kind === 'download' ? 'order' : kind}'`)} as kind,
    ${kind === 'exam' ? sql`type` : NO_TYPE} as type,
    width_bucket(day, ${sql.param(days)}::date[]) as week, sum(change) as count
    from ${dayCounts} where kind = ${sql.raw(`'${kind}'`)} and day < ${days.at(-1)}::date
      ${kind === 'patient' ? sql`` : sql`and day >= ${days[0]}::date`} group by 2, 3`;
}

interface Period {
  readonly first: Date;
  readonly last: Date;
  readonly laboratory: string | undefined;
}

function patientsWithWork(last: Date, laboratory: string): CountedRows {
  return {
    kind: 'patient',
    at: sql`${patients.createdSort}`,
    from: sql`${patients as PgTable}`,
    where: and(patientNotDeleted, lt(patients.createdSort, last), hasLaboratoryWork(laboratory)),
  };
}

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

const DOWNLOADS = sql`${examOrderDownloads as PgTable}
  join ${examOrders as PgTable} on ${examOrders.id} = ${examOrderDownloads.orderId}`;

function downloads({ first, last }: Period, where: SQL | undefined): CountedRows {
  return {
    kind: 'order',
    at: sql`${examOrderDownloads.at}`,
    from: DOWNLOADS,
    where: and(gte(examOrderDownloads.at, first), lt(examOrderDownloads.at, last), where),
  };
}

const isOrderOfDeletedPatient = and(
  isNull(examOrders.deletedAt),
  isOfDeletedPatient(examOrders.patientId),
);

function undatedExams(laboratory: string | undefined): CountedRows {
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

/** Exams of a period, including those of deleted patients. */
const examsInPeriod = ({ first, last, laboratory }: Period): CountedRows => ({
  kind: 'exam',
  at: sql`${exams.createdAt}`,
  type: sql`${exams.type}`,
  from: sql`${exams as PgTable}`,
  where: and(
    isNull(exams.deletedAt),
    laboratory === undefined ? undefined : eq(exams.laboratoryId, laboratory),
    gte(exams.createdAt, first),
    lt(exams.createdAt, last),
  ),
});

function examsOfDeletedPatients(period: Period): CountedRows {
  const counted = examsInPeriod(period);
  return {
    ...counted,
    where: and(counted.where, isOfDeletedPatient(exams.patientId)),
    isSubtracted: true,
  };
}

/** Condition for an exam without a file whose results were all withdrawn, because they belong to another patient. */
const isEmpty = sql`(${exams}.file_id is null and ${exams}.external_url is null
  and ${exams}.id in (select s.exam_id from ${resultSets} s where s.status = 'retirado')
  and not exists (select from ${resultSets} s where s.exam_id = ${exams}.id and s.status <> 'retirado'))`;

function emptyExams(period: Period): CountedRows {
  const counted = examsInPeriod(period);
  return {
    ...counted,
    where: and(counted.where, hasActivePatient(exams.patientId), isEmpty),
    isSubtracted: true,
  };
}

/** Days of the clinic's calendar, both included. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

/** A period, the previous one, and their weeks. */
interface ComparedPeriods {
  readonly period: Days;
  readonly previous: Days;
  readonly weeks: readonly (Days & { readonly previousStart: string })[];
  /** The first days of the weeks of the previous and then the current period, and the day after the current one. */
  readonly days: readonly string[];
  /** The instants at which `days` begin. */
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
  const length = countDays(start, end);
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
    days,
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

/** Condition for orders that a screen shows: neither the order nor its patient is deleted. */
const isShownOrder = and(isNull(examOrders.deletedAt), hasActivePatient(examOrders.patientId));

function isOfDeletedPatient(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
