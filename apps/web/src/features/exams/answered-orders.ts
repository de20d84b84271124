import type { ExamOrder } from '@simiente/contract/exam-orders/calls';

/** A file to upload, and the order that the user chose for it. */
interface Answer {
  readonly id: string;
  /** As it is stored. */
  readonly examType: string;
  /** Empty for none; undefined before a choice. */
  readonly idOrder: string | undefined;
}

interface Offer {
  /** Those that wait for this study. */
  readonly orders: readonly ExamOrder[];
  /** The one that the file answers, or empty. */
  readonly idOrder: string;
}

/**
 * For each file, by id, the orders that it may answer and the one that it does: the chosen one, or the only one. Two
 * files do not answer the same study of an order.
 */
export function answeredOrders(
  files: readonly Answer[],
  orders: readonly ExamOrder[],
): ReadonlyMap<string, Offer> {
  const taken = new Set<string>();
  return new Map(
    files.map(({ id, examType, idOrder }) => {
      const waiting = orders.filter(
        (order) =>
          !taken.has(`${order.idOrder} ${examType}`) &&
          order.studies.some((study) => study.examType === examType && study.state === 'pedido'),
      );
      const isOffered = waiting.some((order) => order.idOrder === idOrder);
      const only = waiting.length === 1 ? waiting[0]?.idOrder : undefined;
      const answered = idOrder === '' || isOffered ? idOrder : only;
      if (answered) taken.add(`${answered} ${examType}`);
      return [id, { orders: waiting, idOrder: answered ?? '' }];
    }),
  );
}
