import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { changeOrders, refreshOrders } from './order-cache.ts';

interface WantedOrder {
  readonly idUser: string;
  readonly idBranch: string;
  readonly exams: string[];
}

/** Makes an order, which then stands first among those of its patient, without a reload. */
export function useCreateOrder() {
  const cache = useQueryClient();
  const { keyOf, forget } = useRequestKey();
  return useMutation({
    mutationFn: async (wanted: WantedOrder) => {
      const context = { idempotencyKey: keyOf(wanted) };
      return (await api.examOrders.create(wanted, { context })).data.order;
    },
    onSuccess: async (order) => {
      forget();
      await changeOrders(cache, order.idUser, (orders) => [
        order,
        ...orders.filter(({ idOrder }) => idOrder !== order.idOrder),
      ]);
      void refreshOrders(cache);
    },
    // What the branches offer is not what was shown.
    onError: () => cache.invalidateQueries({ queryKey: queries.examOrders.branches.key() }),
  });
}
