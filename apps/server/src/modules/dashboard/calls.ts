import { attendanceSteps } from '@simiente/contract/appointments/attendance';
import {
  type AttendanceCounts,
  type DashboardCounts,
  type DashboardFilter,
  type dashboardContract,
  MAX_EXAM_TYPES,
  type PeriodCount,
} from '@simiente/contract/dashboard/calls';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED } from '../../schema/appointments.ts';
import { audited, getPersonIds } from '../audit/public.ts';
import { readLaboratory } from '../exams/public.ts';
import {
  comparePeriods,
  countByWeek,
  type Days,
  type TypeCount,
  type WeekCount,
} from './count-by-week.ts';
import { listActivity } from './list-activity.ts';
import { listPeriodExams } from './list-exams.ts';
import { readToday } from './read-today.ts';
import { listWaitingPrescriptions } from './waiting-prescriptions.ts';

/** The fields of a filter that the audit stores. A search may contain a name. */
function auditedFilter({ start, end, laboratory }: DashboardFilter) {
  return { start, end, laboratory };
}

export const dashboardCalls: Handlers<typeof dashboardContract> = {
  today: audited(
    ({ db, actor, clinicTimeZone }) => readToday(db, actor, clinicTimeZone),
    (_, { appointments: { total, next }, present, recipes: { oldest } }) => ({
      action: 'today.read',
      details: { count: total },
      shown: [
        ...[...next, ...present.patients].map(({ idUser }) => idUser),
        ...(oldest === null ? [] : [oldest.idUser]),
      ],
    }),
  ),

  waitingRecipes: audited(
    ({ db, cursors }, input) => listWaitingPrescriptions(db, input, cursors),
    (input, { recipes }) => ({
      action: 'recipes.listed',
      details: {
        filter: { limit: input.limit, continued: input.cursor !== undefined },
        count: recipes.length,
      },
      shown: recipes.map(({ patient }) => patient.idUser),
    }),
  ),

  figures: audited(
    ({ db, clinicTimeZone }, input) => readDashboardCounts(db, input, clinicTimeZone),
    (input) => ({ action: 'dashboard.read', details: { filter: auditedFilter(input) } }),
  ),

  attendance: audited(
    ({ db, clinicTimeZone }, period) => readAttendance(db, period, clinicTimeZone),
    (filter) => ({ action: 'dashboard.read', details: { filter } }),
  ),

  activity: audited(
    ({ db, cursors, clinicTimeZone }, input) => listActivity(db, input, cursors, clinicTimeZone),
    (input, { items }) => ({
      action: 'activity.listed',
      details: {
        filter: {
          ...auditedFilter(input),
          limit: input.limit,
          continued: input.cursor !== undefined,
        },
        count: items.length,
      },
      shown: items.flatMap(({ subject, patient }) => getPersonIds(subject, patient)),
    }),
  ),

  exams: audited(listPeriodExams, (input, { exams }) => ({
    action: 'exams.listed',
    details: {
      filter: {
        ...auditedFilter(input),
        sort: input.sort,
        limit: input.limit,
        searched: input.search !== undefined,
        continued: input.cursor !== undefined,
      },
      count: exams.length,
    },
    shown: exams.map(({ patient }) => patient.idUser),
  })),
};

/** The steps that record whether the patient came, which a confirmation does not. */
const decisiveSteps = attendanceSteps.filter((step) => step !== 'confirmed');

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly week: number;
  readonly recorded: number;
  readonly missed: number;
}

/** Counts the appointments with recorded attendance, and the missed ones, by doctor and week. */
export async function readAttendance(
  db: Reader,
  period: Days,
  clinicTimeZone: string,
): Promise<AttendanceCounts> {
  const { weeks, bounds } = comparePeriods(period, clinicTimeZone);
  const times = bounds.slice(weeks.length).map((bound) => bound.toISOString());
  const { rows } = await db.execute<Row>(sql`
    select d.id, d.name, width_bucket(a.starts_at, ${sql.param(times)}::timestamptz[]) - 1 as week,
      count(*)::int as recorded,
      (count(*) filter (where a.attendance -> -1 ->> 'step' = 'missed'))::int as missed
    from doctor_appointments a
    join doctors d on d.id = a.doctor_id and d.deleted_at is null
    join patients p on p.id = a.patient_id and p.deleted_at is null
    where a.deleted_at is null and a.status <> ${sql.raw(`'${CANCELLED}'`)}
      and a.starts_at >= ${times[0]} and a.starts_at < ${times.at(-1)}
      and a.attendance -> -1 ->> 'step' = any(${sql.param(decisiveSteps)}::text[])
    group by d.id, d.name, week order by d.name, d.id`);
  return {
    weeks: weeks.map(({ start, end }) => ({ start, end })),
    doctors: [...Map.groupBy(rows, ({ id }) => id)].map(([idDoctor, doctorRows]) => ({
      idDoctor,
      name: doctorRows[0]?.name ?? '',
      ...sumAttendance(doctorRows),
      weeks: weeks.map((_, week) => sumAttendance(doctorRows.filter((row) => row.week === week))),
    })),
  };
}

const sumAttendance = (rows: readonly Row[]) => ({
  recorded: sumUp(rows.map(({ recorded }) => recorded)),
  missed: sumUp(rows.map(({ missed }) => missed)),
});

/** The counts and charts of a period, as defined in `docs/es/cifras.md`. */
export async function readDashboardCounts(
  db: Reader,
  filter: DashboardFilter,
  clinicTimeZone: string,
): Promise<DashboardCounts> {
  if (filter.laboratory !== undefined) await readLaboratory(db, filter.laboratory);
  const { period, weeks, ...starts } = comparePeriods(filter, clinicTimeZone);
  const { weeks: counts, examTypes } = await countByWeek(db, starts, filter.laboratory);
  const countKind = (kind: WeekCount['kind']) =>
    perWeek(
      counts.filter((row) => row.kind === kind),
      weeks.length,
    );
  const registered = countKind('patient');
  return {
    period,
    patients: toTotal(registered),
    laboratories: toTotal(countKind('laboratory')),
    orders: toSum(countKind('order')),
    exams: toSum(countKind('exam')),
    weeks: weeks.map(({ start, end }, index) => ({
      start,
      end,
      value: registered.current[index] ?? 0,
      previous: registered.previous[index] ?? 0,
    })),
    undatedExams: countKind('undated exam').before,
    ...byType(examTypes),
  };
}

/** Counts before both periods, and in each week of both. */
interface PerWeek {
  readonly before: number;
  readonly previous: readonly number[];
  readonly current: readonly number[];
}

function perWeek(counts: readonly WeekCount[], weeks: number): PerWeek {
  const byWeek = Array.from({ length: 2 * weeks + 1 }, () => 0);
  for (const { week, count } of counts) byWeek[week] = (byWeek[week] ?? 0) + count;
  return {
    before: byWeek[0] ?? 0,
    previous: byWeek.slice(1, weeks + 1),
    current: byWeek.slice(weeks + 1),
  };
}

const sumUp = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The total at the end of the period, compared with the end of the previous one. */
function toTotal({ before, previous, current }: PerWeek): PeriodCount {
  const earlier = before + sumUp(previous);
  let total = earlier;
  const series = current.map((count) => {
    total += count;
    return total;
  });
  return { value: total, previous: earlier, series };
}

/** The sum of the period, compared with the previous one. */
function toSum({ previous, current }: PerWeek): PeriodCount {
  return { value: sumUp(current), previous: sumUp(previous), series: [...current] };
}

function byType(counts: readonly TypeCount[]): Pick<DashboardCounts, 'examTypes' | 'otherExams'> {
  const byName = new Map<string, number>();
  for (const { type, count } of counts) {
    const examType = type.replaceAll('_', ' ');
    byName.set(examType, (byName.get(examType) ?? 0) + count);
  }
  const sorted = [...byName]
    .filter(([, count]) => count > 0)
    .map(([examType, count]) => ({ examType, count }))
    .toSorted((a, b) => b.count - a.count || (a.examType < b.examType ? -1 : 1));
  return {
    examTypes: sorted.slice(0, MAX_EXAM_TYPES),
    otherExams: sumUp(sorted.slice(MAX_EXAM_TYPES).map(({ count }) => count)),
  };
}
