import type { ExamOrder } from '@simiente/contract/exam-orders';
import { formatCount } from '../../lib/format/numbers.ts';

/** The section and the list, as the dashboard's figure calls them. */
export const ORDERS = 'Órdenes de examen';

/** The button's id, for the focus of what is no more. */
export const CREATE_ORDER = 'crear-orden';

/** 'Sin descargas', '1 descarga', '3 descargas' */
export function describeDownloads({ downloads }: Pick<ExamOrder, 'downloads'>): string {
  if (downloads === 0) return 'Sin descargas';
  return `${formatCount(downloads)} ${downloads === 1 ? 'descarga' : 'descargas'}`;
}

/** Where an order sends, in one line. */
export function describePlace({ partner, branch }: Pick<ExamOrder, 'partner' | 'branch'>): string {
  return `${partner.name} · ${branch.name}`;
}
