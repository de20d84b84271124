import { addDays, lengthInDays, startOfDay } from '@simiente/contract/common/days';
import { type DashboardFilter, WEEK_DAYS } from '@simiente/contract/dashboard/calls';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { hasActivePatient } from '../appointments/public.ts';

/** Days of the clinic's calendar, both included. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

/** A period, the one before it, and the instants at which their weeks begin. */
interface ComparedPeriods {
  readonly period: Days;
  readonly previous: Days;
  readonly weeks: readonly (Days & { readonly previousStart: string })[];
  /**
   * The beginnings of the earlier period's weeks, then of the later one's; the last is the end of both.
   */
  readonly bounds: readonly Date[];
}

/**
 * Cuts a period into weeks from its first day; the last may be shorter. The preceding period has as many
 * days, so that its weeks correspond.
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

/** The instants of a period of days: from the first, up to but not at the second. */
export function toInstants({ start, end }: Days, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(start, timeZone), until: startOfDay(addDays(end, 1), timeZone) };
}

/** An exam that some screen shows: neither it nor its patient is deleted. */
export const isShownExam = and(isNull(exams.deletedAt), hasActivePatient(exams.patientId));

/** An order that some screen shows: neither it nor its patient is deleted. */
export const isShownOrder = and(
  isNull(examOrders.deletedAt),
  hasActivePatient(examOrders.patientId),
);

export function isOfTrashed(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
