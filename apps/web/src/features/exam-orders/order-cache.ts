import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import type { QueryClient } from '@tanstack/react-query';
import { changeAnswer } from '../../lib/api/cached-answer.ts';
import { queries } from '../../lib/api/client.ts';

/** Changes the cached orders of the patient. */
export function changeOrders(
  cache: QueryClient,
  idUser: string,
  change: (orders: readonly ExamOrder[]) => ExamOrder[],
): Promise<void> {
  const queryKey = queries.examOrders.list.queryKey({ input: { idUser } });
  return changeAnswer(cache, queryKey, ({ orders }) => ({ orders: change(orders) }));
}

/** Refetches all queries about orders and their downloads. */
export function refreshOrders(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: queries.examOrders.key() });
}
