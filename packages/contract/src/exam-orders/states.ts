/**
 * State of an order. `descargado`: its PDF was downloaded. `rechazada`: the laboratory rejects one of its studies.
 * `recibido`: every study has its exam. `validado`: the results of every study are validated.
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

/** Days after which an order is overdue, if staff set no others. */
export const DEFAULT_WAIT_DAYS = 7;
export const MAX_WAIT_DAYS = 365;
