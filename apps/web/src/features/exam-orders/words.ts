import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { formatCount } from '../../lib/format/numbers.ts';

/** Title of the section and the list, as in the dashboard. */
export const ORDERS = 'Órdenes de examen';

/** Id of the button, which takes the focus of a deleted row. */
export const CREATE_ORDER = 'crear-orden';

/** 'Sin descargas', '1 descarga', '3 descargas' */
export function describeDownloads({ downloads }: Pick<ExamOrder, 'downloads'>): string {
  if (downloads === 0) return 'Sin descargas';
  return `${formatCount(downloads)} ${downloads === 1 ? 'descarga' : 'descargas'}`;
}

/** Partner and branch of an order, in one line. */
export function describePlace({ partner, branch }: Pick<ExamOrder, 'partner' | 'branch'>): string {
  return `${partner.name} · ${branch.name}`;
}
