/**
 * State of an order. A new order is downloaded when its PDF is, and rejected while its laboratory rejects one of its
 * studies. A study is received with its exam, and validated with its results; the order is received or validated when
 * every study is.
 */
export const orderStates = ['pedido', 'descargado', 'rechazada', 'recibido', 'validado'] as const;
export type OrderState = (typeof orderStates)[number];

export const orderStateNames: Readonly<Record<OrderState, string>> = {
  pedido: 'Pedido',
  descargado: 'Descargado',
  rechazada: 'Rechazada',
  recibido: 'Recibido',
  validado: 'Validado',
};

export const studyStates = ['pedido', 'rechazada', 'recibido', 'validado'] as const;

export const orderSorts = ['-createDate', 'createDate', 'dueAt', '-dueAt'] as const;

/** Days after which an order is overdue. */
export const DEFAULT_WAIT_DAYS = 7;
export const MAX_WAIT_DAYS = 365;
