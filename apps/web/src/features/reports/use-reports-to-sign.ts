import { queries, useAnswer } from '../../lib/api/client.ts';
import { useCan } from '../session/public.ts';

/** Number and oldest time of the reports to sign. In a separate file, because the menu of every page uses it. */
export function useReportsToSign() {
  const enabled = useCan()('reports.review');
  return useAnswer(queries.reports.attention, { enabled }).data;
}
