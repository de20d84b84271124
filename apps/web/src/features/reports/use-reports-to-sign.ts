import { queries, useAnswer } from '../../lib/api/client.ts';
import { useMay } from '../session/public.ts';

/** Number and oldest time of the reports to sign. In a separate file, because the menu of every page uses it. */
export function useReportsToSign() {
  const enabled = useMay()('reports.review');
  return useAnswer(queries.reports.attention, { enabled }).data;
}
