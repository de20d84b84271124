import {
  type Period,
  type PeriodFilter,
  type PeriodSearch,
  periodOf,
  usualPeriod,
} from '../../lib/period/period.ts';
import { useClinicTimeZone } from '../session/public.ts';

/** What an address asks for, on the clinic's calendar. */
export function usePeriod(search: PeriodSearch): { filter: PeriodFilter; usual: Period } {
  const usual = usualPeriod(useClinicTimeZone());
  return { filter: periodOf(search, usual), usual };
}
