import { and, eq, gte, isNotNull, isNull, lt, type Param, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { isLaboratory } from '../exams/public.ts';
import { activeSince } from '../partners/public.ts';
import { hasWorkOf, patientNotDeleted } from '../patients/public.ts';
import { isOfTrashed, isShownExam, isShownOrder } from './shown.ts';

/** How many of a kind began in a week. */
export interface WeekCount extends Record<string, unknown> {
  readonly kind: 'patient' | 'laboratory' | 'order' | 'exam' | 'undated exam';
  /** Of the exams, as stored; null for the other kinds. */
  readonly type: string | null;
  /** 0 before the first bound, n from bound n on (the first is 1). */
  readonly week: number;
  readonly figure: number;
}

/** Rows that are counted one by one, each in the week of its instant. */
interface Counted {
  readonly kind: WeekCount['kind'];
  readonly at: SQL;
  readonly type?: SQL;
  readonly from: SQL;
  readonly where: SQL | undefined;
  /** These were counted among others, and are subtracted. */
  readonly isTaken?: boolean;
}

/** Rows that are counted week by week, along an index of their instant: several times as fast. */
interface CountedWeekly {
  readonly kind: WeekCount['kind'];
  readonly at: AnyPgColumn;
  readonly type?: AnyPgColumn;
  readonly from: PgTable;
  readonly where: SQL | undefined;
  /** Whether those before the first week count too. */
  readonly before: boolean;
}

/**
 * Counts everything that the dashboard shows, by the weeks that begin at `bounds`, in one statement.
 * Rows from the last bound on do not count; patients and laboratories before the first one do, because
 * they exist already. A kind, type and week may have several rows to sum up: rows of deleted patients
 * are counted with the rest, and subtracted.
 */
export async function countByWeek(
  db: Reader,
  bounds: readonly Date[],
  laboratory: string | undefined,
): Promise<WeekCount[]> {
  const [first = new Date(0), last = first] = [bounds[0], bounds.at(-1)];
  const period = { first, last, laboratory };
  const times = sql.param(bounds.map((bound) => bound.toISOString()));
  const oneByOne = [
    laboratoriesUntil(period),
    examsOfTrashed(period),
    undatedExams(laboratory),
    ...(laboratory === undefined
      ? [downloadsOfTrashed(period), downloadsOfTrashedPatients(period)]
      : [patientsWithWork(last, laboratory), downloadsOf(period, laboratory)]),
  ].map((part) => countOneByOne(part, times));
  const weekly = [
    examsByWeek(laboratory),
    ...(laboratory === undefined ? [patientsByWeek, downloadsByWeek] : []),
  ].map((part) => countWeekly(part, times));
  const { rows } = await db.execute<WeekCount>(
    sql.join([...weekly, ...oneByOne], sql` union all `),
  );
  return rows;
}

function countOneByOne({ kind, at, type, from, where, isTaken }: Counted, times: Param): SQL {
  const figure = isTaken ? sql`-count(*)` : sql`count(*)`;
  return sql`select ${sql.raw(`'${kind}'`)} as kind, ${type ?? sql`null`} as type,
    width_bucket(${at}, ${times}::timestamptz[]) as week, ${figure}::int as figure
    from ${from} where ${where} group by 2, 3`;
}

function countWeekly({ kind, at, type, from, where, before }: CountedWeekly, times: Param): SQL {
  const types = type ? sql`${type} as type` : sql`null::text as type`;
  return sql`select ${sql.raw(`'${kind}'`)} as kind, counted.type, weeks.week, counted.figure
    from (select (place - 1)::int as week, begins, lead(begins) over (order by place) as ends
            from unnest('-infinity'::timestamptz || ${times}::timestamptz[])
              with ordinality as bounds (begins, place)) as weeks
    cross join lateral (select ${types}, count(*)::int as figure from ${from}
       where ${at} >= weeks.begins and ${at} < weeks.ends and ${where}
       ${type && sql`group by ${type}`}) as counted
    where weeks.ends is not null and weeks.week >= ${before ? sql`0` : sql`1`}`;
}

/** The bounds of a period, and the laboratory. */
interface Period {
  readonly first: Date;
  readonly last: Date;
  readonly laboratory: string | undefined;
}

const patientsByWeek: CountedWeekly = {
  kind: 'patient',
  at: patients.createdSort,
  from: patients,
  where: patientNotDeleted,
  before: true,
};

function patientsWithWork(last: Date, laboratory: string): Counted {
  return {
    kind: 'patient',
    at: sql`${patients.createdSort}`,
    from: sql`${patients as PgTable}`,
    where: and(patientNotDeleted, lt(patients.createdSort, last), hasWorkOf(laboratory)),
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

const downloadsByWeek: CountedWeekly = {
  kind: 'order',
  at: examOrderDownloads.at,
  from: examOrderDownloads,
  where: sql`true`,
  before: false,
};

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

const downloadsOf = (period: Period, laboratory: string) =>
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

const examsByWeek = (laboratory: string | undefined): CountedWeekly => ({
  kind: 'exam',
  at: exams.createdAt,
  type: exams.type,
  from: exams,
  where: examsOf(laboratory),
  before: false,
});

function examsOfTrashed({ first, last, laboratory }: Period): Counted {
  return {
    kind: 'exam',
    at: sql`${exams.createdAt}`,
    type: sql`${exams.type}`,
    from: sql`${exams as PgTable}`,
    where: and(
      examsOf(laboratory),
      gte(exams.createdAt, first),
      lt(exams.createdAt, last),
      isOfTrashed(exams.patientId),
    ),
    isTaken: true,
  };
}

function examsOf(laboratory: string | undefined): SQL | undefined {
  return and(
    isNull(exams.deletedAt),
    laboratory === undefined ? undefined : eq(exams.laboratoryId, laboratory),
  );
}
