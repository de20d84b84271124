import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { useMay } from '../session/public.ts';
import type { Waiting } from './sections.tsx';

/** What waits behind entries of the menu; nothing until it is known. */
export function useWaiting(): Waiting {
  const enabled = useMay()('orders.read');
  const { data } = useQuery({ ...queries.results.attention.queryOptions(), enabled });
  const overdue = data?.data.overdueOrders ?? 0;
  return overdue === 0
    ? {}
    : {
        '/ordenes': { figure: formatCount(overdue), noun: overdue === 1 ? 'vencida' : 'vencidas' },
      };
}
