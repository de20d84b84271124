import {
  type DashboardCounts,
  type DashboardFilter,
  MOST_EXAM_TYPES,
  type PeriodCount,
} from '@simiente/contract/dashboard/calls';
import type { Reader } from '../../platform/database/database.ts';
import { readLaboratory } from '../exams/public.ts';
import { countByWeek, type TypeCount, type WeekCount } from './count-by-week.ts';
import { comparePeriods } from './period.ts';

/**
 * The counts and charts of a period; `docs/es/cifras.md` defines them.
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function readDashboardCounts(
  db: Reader,
  filter: DashboardFilter,
  clinicTimeZone: string,
): Promise<DashboardCounts> {
  if (filter.laboratory !== undefined) await readLaboratory(db, filter.laboratory);
  const { period, previous, weeks, bounds } = comparePeriods(filter, clinicTimeZone);
  const { weeks: counts, examTypes } = await countByWeek(db, bounds, filter.laboratory);
  const countKind = (kind: WeekCount['kind']) =>
    perWeek(
      counts.filter((row) => row.kind === kind),
      weeks.length,
    );
  const registered = countKind('patient');
  return {
    period,
    previousPeriod: previous,
    patients: asTotal(registered),
    laboratories: asTotal(countKind('laboratory')),
    orders: asSum(countKind('order')),
    exams: asSum(countKind('exam')),
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
  const [before = 0, ...rest] = byWeek;
  return { before, previous: rest.slice(0, weeks), current: rest.slice(weeks) };
}

const sumUp = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The total at the end of the period, against the end of the one before. */
function asTotal({ before, previous, current }: PerWeek): PeriodCount {
  const earlier = before + sumUp(previous);
  let total = earlier;
  const series = current.map((count) => {
    total += count;
    return total;
  });
  return { value: total, previous: earlier, series };
}

/** The sum of the period, against the one before. */
function asSum({ previous, current }: PerWeek): PeriodCount {
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
    .toSorted((one, other) => other.count - one.count || (one.examType < other.examType ? -1 : 1));
  return {
    examTypes: sorted.slice(0, MOST_EXAM_TYPES),
    otherExams: sumUp(sorted.slice(MOST_EXAM_TYPES).map(({ count }) => count)),
  };
}
