import type { ExamOrder } from '@simiente/contract/exam-orders';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** Changes the orders that the patient's page shows, without a reload. */
export async function changeOrders(
  cache: QueryClient,
  idUser: string,
  change: (orders: readonly ExamOrder[]) => ExamOrder[],
): Promise<void> {
  const { queryKey } = queries.examOrders.list.queryOptions({ input: { idUser } });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(
    queryKey,
    (answer) => answer && { ...answer, data: { orders: change(answer.data.orders) } },
  );
}

/** Asks again for what orders and their downloads are shown, and for what counts them. */
export function refreshOrders(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: queries.examOrders.key() });
}
