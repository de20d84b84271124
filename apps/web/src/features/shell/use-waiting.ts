import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { useToSign } from '../reports/public.ts';
import { useMay } from '../session/public.ts';
import type { Waiting } from './sections.tsx';

/** What waits behind entries of the menu; nothing until it is known. */
export function useWaiting(): Waiting {
  const enabled = useMay()('orders.read');
  const counts = useQuery({ ...queries.results.attention.queryOptions(), enabled }).data?.data;
  // Results without a patient, and messages that could not be processed.
  const toReceive = (counts?.received ?? 0) + (counts?.failedMessages ?? 0);
  const reports = useToSign();
  return {
    ...count('/ordenes', counts?.overdueOrders, 'vencida', 'vencidas'),
    ...count('/resultados-recibidos', toReceive, 'por atender'),
    ...count('/por-firmar', reports?.toSign, 'informe', 'informes', reports?.isCapped),
  };
}

/** Nothing where none waits. */
function count(
  path: string,
  figure: number | null | undefined,
  one: string,
  many = one,
  isCapped?: boolean,
): Waiting {
  if (!figure) return {};
  return { [path]: { figure: formatCount(figure, isCapped), noun: figure === 1 ? one : many } };
}
