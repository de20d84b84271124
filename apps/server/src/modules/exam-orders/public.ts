import { downloadTitles, orderTitles } from '@simiente/contract/common/column-titles';
import type { ListedOrder, OrderDownload } from '@simiente/contract/exam-orders/calls';
import { orderStateNames } from '@simiente/contract/exam-orders/states';
import { exportedList, type ListFilters, plain, time } from '../list-exports/public.ts';
import { downloadIds, orderIds, readDownloads, readListedOrders } from './order-lists.ts';

export { countOrders, findLaboratory } from './order-lists.ts';
export { linkOrder, openOrders, rejectStudy, unlinkOrder } from './orders.ts';

export const ordersList = exportedList<ListFilters<'orders'>, ListedOrder>({
  fileName: 'ordenes',
  ids: orderIds,
  read: readListedOrders,
  getId: ({ idOrder }) => idOrder,
  getPersonIds: ({ idUser }) => [idUser],
  columns: [
    plain(orderTitles.folio, ({ folio }) => folio),
    plain(orderTitles.patient, ({ patient }) => patient.name),
    plain(orderTitles.study, ({ studies }) => studies.map(({ name }) => name).join('; ')),
    plain(orderTitles.laboratory, ({ partner }) => partner.name),
    plain('Sucursal', ({ branch }) => branch.name),
    time(orderTitles.due, ({ dueAt }) => dueAt),
    time(orderTitles.createDate, ({ createDate }) => createDate),
    time('Recibida', ({ receivedAt }) => receivedAt),
    time('Validada', ({ validatedAt }) => validatedAt),
    plain(orderTitles.state, ({ state }) => orderStateNames[state]),
    plain('Id', ({ idOrder }) => idOrder),
  ],
});

export const orderDownloadsList = exportedList<ListFilters<'orderDownloads'>, OrderDownload>({
  fileName: 'ordenes-de-examen',
  ids: downloadIds,
  read: readDownloads,
  getId: ({ idDownload }) => idDownload,
  getPersonIds: ({ patient }) => [patient.idUser],
  columns: [
    plain(downloadTitles.folio, ({ folio }) => folio),
    plain(downloadTitles.patient, ({ patient }) => patient.name),
    plain(downloadTitles.place, ({ partner }) => partner.name),
    plain('Sucursal', ({ branch }) => branch.name),
    plain(downloadTitles.exams, ({ exams }) => exams.join('; ')),
    plain(downloadTitles.downloadedBy, ({ downloadedBy }) => downloadedBy),
    time(downloadTitles.date, ({ date }) => date),
    plain('Id', ({ idDownload }) => Number(idDownload)),
  ],
});
