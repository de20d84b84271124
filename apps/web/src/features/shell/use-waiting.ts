import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { useToSign } from '../reports/public.ts';
import { useMay } from '../session/public.ts';
import type { Waiting } from './sections.tsx';

/** What waits behind entries of the menu; nothing until it is known. */
export function useWaiting(): Waiting {
  const enabled = useMay()('orders.read');
  const { data } = useQuery({ ...queries.results.attention.queryOptions(), enabled });
  const reports = useToSign();
  return {
    ...count('/ordenes', data?.data.overdueOrders, ['vencida', 'vencidas']),
    ...count('/resultados-recibidos', toReceive(data?.data), ['por atender', 'por atender']),
    ...count('/por-firmar', reports?.toSign, ['informe', 'informes'], reports?.isCapped),
  };
}

/** Results without a patient, and messages that could not be processed. */
function toReceive(
  counts: { received: number | null; failedMessages: number | null } | undefined,
): number {
  return (counts?.received ?? 0) + (counts?.failedMessages ?? 0);
}

/** Nothing where none waits. */
function count(
  path: string,
  figure: number | null | undefined,
  nouns: [string, string],
  isCapped = false,
): Waiting {
  if (!figure) return {};
  return { [path]: { figure: formatCount(figure, isCapped), noun: nouns[figure === 1 ? 0 : 1] } };
}
