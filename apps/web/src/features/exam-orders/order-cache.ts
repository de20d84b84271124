import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** Changes the cached orders of the patient. */
export async function changeOrders(
  cache: QueryClient,
  idUser: string,
  change: (orders: readonly ExamOrder[]) => ExamOrder[],
): Promise<void> {
  const { queryKey } = queries.examOrders.list.queryOptions({ input: { idUser } });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(
    queryKey,
    (answer) => answer && { ...answer, data: { orders: change(answer.data.orders) } },
  );
}

/** Refetches all queries about orders and their downloads. */
export function refreshOrders(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: queries.examOrders.key() });
}
