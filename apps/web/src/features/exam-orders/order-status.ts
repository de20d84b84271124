import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { type OrderState, orderStateNames } from '@simiente/contract/exam-orders/states';
import type { Tone } from '../../theme/tokens.ts';

export const orderTones: Readonly<Record<OrderState, Tone>> = {
  pedido: 'neutral',
  descargado: 'blue',
  rechazada: 'red',
  recibido: 'amber',
  validado: 'green',
};

/** The pill of an order's state. */
export function orderStatus({ state }: Pick<ExamOrder, 'state'>) {
  return { tone: orderTones[state], label: orderStateNames[state] };
}
