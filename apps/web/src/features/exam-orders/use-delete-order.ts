import type { ExamOrder } from '@simiente/contract/exam-orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useUndoDelete } from '../records/public.ts';
import { changeOrders, refreshOrders } from './order-cache.ts';
import { CREATE_ORDER } from './words.ts';

/** What a call takes to be sent again without being done twice. */
interface KeyedOrder {
  readonly order: ExamOrder;
  readonly key: string;
}

/** Sends an order to the bin; 'Deshacer' brings it back. */
export function useDeleteOrder() {
  const cache = useQueryClient();
  const refresh = () => refreshOrders(cache);

  const undoDelete = useUndoDelete({ refresh });

  return useMutation({
    mutationFn: ({ order, key }: KeyedOrder) =>
      api.trash.delete({ idUsers: [order.idOrder] }, { context: { idempotencyKey: key } }),
    onSuccess: async (_answer, { order }) => {
      await changeOrders(cache, order.idUser, (orders) =>
        orders.filter(({ idOrder }) => idOrder !== order.idOrder),
      );
      // The row had the focus, and is gone.
      document.getElementById(CREATE_ORDER)?.focus();
      notifyUndo(`Orden ${order.folio} eliminada`, {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({
          ids: [order.idOrder],
          describe: () => `Orden ${order.folio} restaurada`,
        }),
      });
    },
    onError: () => notifyError('ocurrio un error', { detail: 'La orden no se eliminó.' }),
    onSettled: refresh,
  });
}
