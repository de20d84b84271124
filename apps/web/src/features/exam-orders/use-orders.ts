import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** A patient's orders, newest first. */
export function useOrders(idUser: string) {
  return useQuery(
    queries.examOrders.list.queryOptions({
      input: { idUser },
      select: ({ data }) => data.orders,
    }),
  );
}
