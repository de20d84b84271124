import { countDays } from '../common/days.ts';

/** Maximum days of a period: ten years. */
export const MAX_PERIOD_DAYS = 3653;

export interface Period {
  readonly start: string;
  readonly end: string;
}

/** Whether the dashboard's calls accept this period. */
export function isPeriod({ start, end }: Period): boolean {
  return start <= end && countDays(start, end) <= MAX_PERIOD_DAYS;
}
