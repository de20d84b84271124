import {
  defaultPeriodIn,
  type Period,
  type PeriodFilter,
  type PeriodSearch,
  periodOf,
} from '../../lib/period/period.ts';
import { useClinicTimeZone } from '../session/public.ts';

/** The filter of a URL, on the clinic's calendar. */
export function usePeriod(search: PeriodSearch): { filter: PeriodFilter; defaultPeriod: Period } {
  const defaultPeriod = defaultPeriodIn(useClinicTimeZone());
  return { filter: periodOf(search, defaultPeriod), defaultPeriod };
}
