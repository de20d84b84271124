import { queries, useAnswer } from '../../lib/api/client.ts';
import { useCan } from '../session/public.ts';

const NO_COUNTS = { toConfirm: 0, requests: 0, cancelled: 0 };

/** Counts of the next days' appointments without a confirmation, and of the patients' answers. */
export function useAwaitedCounts() {
  const enabled = useCan()('patients.read');
  return useAnswer(queries.reminders.attention, { enabled }).data ?? NO_COUNTS;
}
