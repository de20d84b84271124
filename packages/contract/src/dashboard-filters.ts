import { lengthInDays } from './common/days.ts';

/** Days that a period may have: ten years. */
export const LONGEST_PERIOD_DAYS = 3653;

export interface Period {
  readonly start: string;
  readonly end: string;
}

/** True for a first and a last day that the calls of the dashboard take. */
export function isPeriod({ start, end }: Period): boolean {
  return start <= end && lengthInDays(start, end) <= LONGEST_PERIOD_DAYS;
}
