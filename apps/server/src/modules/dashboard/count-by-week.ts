import { addDays, lengthInDays, startOfDay } from '@simiente/contract/common/days';
import { type DashboardFilter, WEEK_DAYS } from '@simiente/contract/dashboard/calls';
import { and, eq, gte, isNotNull, isNull, lt, type Param, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { dayCounts } from '../../schema/operation/record-counts.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { hasActivePatient } from '../appointments/public.ts';
import { isLaboratory } from '../exams/public.ts';
import { activeSince } from '../partners/public.ts';
import { hasLaboratoryWork, patientNotDeleted } from '../patients/public.ts';

/** Number of records of a kind that began in a week. */
export interface WeekCount extends Record<string, unknown> {
  readonly kind: 'patient' | 'laboratory' | 'order' | 'exam' | 'undated exam';
  /** 0 before the first bound, n from bound n on (the first is 1). */
  readonly week: number;
  readonly count: number;
}

/** Number of exams of a stored type in the later of two periods. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

/** Rows that are counted individually, each in the week of its instant. */
interface Counted {
  readonly kind: WeekCount['kind'];
  readonly at: SQL;
  readonly type?: SQL;
  readonly from: SQL;
  readonly where: SQL | undefined;
  /** Rows that are also counted elsewhere, and therefore subtracted. */
  readonly isTaken?: boolean;
}

/**
 * Rows that are summed from stored daily counts; individual rows are read only for the days in which a week begins
 * or ends.
 */
interface CountedDaily {
  readonly kind: WeekCount['kind'];
  readonly stored: (typeof dayCounts.$inferSelect)['kind'];
  readonly at: AnyPgColumn;
  readonly type?: AnyPgColumn;
  readonly from: PgTable;
  readonly where: SQL | undefined;
  /** Whether rows before the first week count too. */
  readonly before: boolean;
}

/**
 * Counts everything that the dashboard shows, by the weeks that begin at `bounds`, in one statement. Rows after
 * the last bound do not count. Patients and laboratories from before the first one do, because totals include
 * them. Rows of deleted patients are counted first, and then subtracted.
 */
export async function countByWeek(
  db: Reader,
  bounds: readonly Date[],
  laboratory: string | undefined,
): Promise<{ readonly weeks: readonly WeekCount[]; readonly examTypes: readonly TypeCount[] }> {
  const [first = new Date(0), last = first] = [bounds[0], bounds.at(-1)];
  const period = { first, last, laboratory };
  const times = sql.param(bounds.map((bound) => bound.toISOString()));
  const oneByOne = [
    laboratoriesUntil(period),
    examsOfTrashed(period),
    undatedExams(laboratory),
    ...(laboratory === undefined
      ? [downloadsOfTrashed(period), downloadsOfTrashedPatients(period)]
      : [
          examsInPeriod(period),
          patientsWithWork(last, laboratory),
          downloadsByLaboratory(period, laboratory),
        ]),
  ].map((part) => countOneByOne(part, times));
  const daily = laboratory === undefined ? DAILY.flatMap((part) => countDaily(part, bounds)) : [];
  const { rows } = await db.execute<WeekCount & { readonly type: string | null }>(sql`
    with counted as (${sql.join([...daily, ...oneByOne], sql` union all `)})
    select kind, null as type, week, sum(count)::int as count from counted group by kind, week
    union all
    select kind, type, null, sum(count)::int from counted
    where kind = 'exam' and week > ${(bounds.length - 1) / 2} group by kind, type`);
  return {
    weeks: rows.filter(({ type }) => type === null),
    examTypes: rows.flatMap(({ type, count }) => (type === null ? [] : [{ type, count }])),
  };
}

function countOneByOne({ kind, at, type, from, where, isTaken }: Counted, times: Param): SQL {
  const amount = isTaken ? sql`-count(*)` : sql`count(*)`;
  return sql`select ${sql.raw(`'${kind}'`)} as kind, ${type ?? NO_TYPE} as type,
    width_bucket(${at}, ${times}::timestamptz[]) as week, ${amount} as count
    from ${from} where ${where} group by 2, 3`;
}

const NO_TYPE = sql`null::text`;

/**
 * A stored day is a UTC day, which a bound may divide. The stored count goes to the week that begins within the
 * day; the part before the bound is moved to the week that ends there.
 */
function countDaily(
  { kind, stored, at, type, from, where, before }: CountedDaily,
  bounds: readonly Date[],
): SQL[] {
  const named = sql.raw(`'${kind}'`);
  const days = bounds.map((bound) => bound.toISOString().slice(0, UTC_DAY));
  const parts = bounds.flatMap((bound, index) => {
    const [begins, ends] = [`${days[index]}T00:00:00.000Z`, bound.toISOString()];
    return begins === ends ? [] : [{ begins, ends, week: index }];
  });
  const stop = bounds.length - 1;
  const sums = sql`select ${named} as kind, ${type ? sql`type` : NO_TYPE} as type,
    width_bucket(day, ${sql.param(days)}::date[]) as week, sum(change) as count
    from ${dayCounts} where kind = ${sql.raw(`'${stored}'`)} and day < ${days[stop]}::date
      ${before ? sql`` : sql`and day >= ${days[0]}::date`} group by 2, 3`;
  if (parts.length === 0) return [sums];
  const column = (name: keyof (typeof parts)[number]) => sql.param(parts.map((part) => part[name]));
  return [
    sums,
    sql`select ${named}, counted.type, side.week, side.count
      from unnest(${column('begins')}::timestamptz[], ${column('ends')}::timestamptz[],
        ${column('week')}::int[]) as weeks (begins, ends, week)
      cross join lateral (select ${type ?? NO_TYPE} as type, count(*) as count from ${from}
        where ${at} >= weeks.begins and ${at} < weeks.ends and ${where}
        ${type && sql`group by ${type}`}) as counted
      cross join lateral (values (weeks.week, counted.count), (weeks.week + 1, -counted.count))
        as side (week, count)
      where side.week between ${before ? 0 : 1} and ${stop}`,
  ];
}

const UTC_DAY = 'yyyy-mm-dd'.length;

interface Period {
  readonly first: Date;
  readonly last: Date;
  readonly laboratory: string | undefined;
}

const DAILY: readonly CountedDaily[] = [
  {
    kind: 'exam',
    stored: 'exam',
    at: exams.createdAt,
    type: exams.type,
    from: exams,
    where: isNull(exams.deletedAt),
    before: false,
  },
  {
    kind: 'patient',
    stored: 'patient',
    at: patients.createdSort,
    from: patients,
    where: patientNotDeleted,
    before: true,
  },
  {
    kind: 'order',
    stored: 'download',
    at: examOrderDownloads.at,
    from: examOrderDownloads,
    where: sql`true`,
    before: false,
  },
];

function patientsWithWork(last: Date, laboratory: string): Counted {
  return {
    kind: 'patient',
    at: sql`${patients.createdSort}`,
    from: sql`${patients as PgTable}`,
    where: and(patientNotDeleted, lt(patients.createdSort, last), hasLaboratoryWork(laboratory)),
  };
}

function laboratoriesUntil({ last, laboratory }: Period): Counted {
  const active = sql`(select ${activeSince} as since from ${partners as PgTable}
    where ${and(isLaboratory, laboratory === undefined ? undefined : eq(partners.id, laboratory))}) as active`;
  return {
    kind: 'laboratory',
    at: sql`active.since`,
    from: active,
    // Rows without a branch are null, and not counted.
    where: sql`active.since < ${last.toISOString()}::timestamptz`,
  };
}

const DOWNLOADS = sql`${examOrderDownloads as PgTable}
  join ${examOrders as PgTable} on ${examOrders.id} = ${examOrderDownloads.orderId}`;

function downloads({ first, last }: Period, where: SQL | undefined): Counted {
  return {
    kind: 'order',
    at: sql`${examOrderDownloads.at}`,
    from: DOWNLOADS,
    where: and(gte(examOrderDownloads.at, first), lt(examOrderDownloads.at, last), where),
  };
}

const downloadsByLaboratory = (period: Period, laboratory: string) =>
  downloads(period, and(isShownOrder, eq(examOrders.partnerId, laboratory)));

const downloadsOfTrashed = (period: Period): Counted => ({
  ...downloads(period, isNotNull(examOrders.deletedAt)),
  isTaken: true,
});

const downloadsOfTrashedPatients = (period: Period): Counted => ({
  ...downloads(period, and(isNull(examOrders.deletedAt), isOfTrashed(examOrders.patientId))),
  isTaken: true,
});

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

/** Exams of deleted patients are included. */
const examsInPeriod = ({ first, last, laboratory }: Period): Counted => ({
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

function examsOfTrashed(period: Period): Counted {
  const counted = examsInPeriod(period);
  return { ...counted, where: and(counted.where, isOfTrashed(exams.patientId)), isTaken: true };
}

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
  /** The beginnings of the weeks of the earlier and then the later period. The last bound is the end of both. */
  readonly bounds: readonly Date[];
}

/**
 * Cuts a period into weeks from its first day; the last may be shorter. The previous period has as many days, so
 * that the weeks correspond.
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

/** Condition for exams that a screen shows: neither the exam nor its patient is deleted. */
export const isShownExam = and(isNull(exams.deletedAt), hasActivePatient(exams.patientId));

/** Condition for orders that a screen shows: neither the order nor its patient is deleted. */
const isShownOrder = and(isNull(examOrders.deletedAt), hasActivePatient(examOrders.patientId));

function isOfTrashed(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
