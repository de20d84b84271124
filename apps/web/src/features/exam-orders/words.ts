import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { type OrderState, orderStateNames } from '@simiente/contract/exam-orders/states';
import { pluralize } from '../../lib/format/numbers.ts';
import type { Tone } from '../../theme/tokens.ts';

/** Title of the section and the list, as in the dashboard. */
export const ORDERS = 'Órdenes de examen';

/** Id of 'Crear orden', which gets the focus after a row is deleted. */
export const CREATE_ORDER_ID = 'crear-orden';

/** 'Sin descargas', '1 descarga', '3 descargas' */
export function describeDownloads({ downloads }: Pick<ExamOrder, 'downloads'>): string {
  if (downloads === 0) return 'Sin descargas';
  return pluralize(downloads, ['descarga', 'descargas']);
}

export function describePlace({ partner, branch }: Pick<ExamOrder, 'partner' | 'branch'>): string {
  return `${partner.name} · ${branch.name}`;
}

/** Text such as '1 de 3 recibidos'; null if none or all of the studies are received. */
export function describeReceived({ studies }: Pick<ExamOrder, 'studies'>): string | null {
  const received = studies.filter(
    ({ state }) => state === 'recibido' || state === 'validado',
  ).length;
  if (received === 0 || received === studies.length) return null;
  return `${received} de ${studies.length} recibidos`;
}

/** Text such as 'El laboratorio rechazó Seminograma: muestra derramada'; null without rejected studies. */
export function describeRejection({ studies }: Pick<ExamOrder, 'studies'>): string | null {
  const rejected = studies.flatMap(({ name, rejection }) =>
    rejection === null ? [] : [rejection === '' ? name : `${name}: ${rejection}`],
  );
  return rejected.length === 0 ? null : `El laboratorio rechazó ${rejected.join('; ')}`;
}

export const orderTones: Readonly<Record<OrderState, Tone>> = {
  pedido: 'neutral',
  descargado: 'blue',
  rechazada: 'red',
  recibido: 'amber',
  validado: 'green',
};

export function orderStatus({ state }: Pick<ExamOrder, 'state'>) {
  return { tone: orderTones[state], label: orderStateNames[state] };
}
