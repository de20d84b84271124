import type { OrderDownload } from '@simiente/contract/exam-orders';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { downloadIds, readDownloads } from '../../exam-orders/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'orderDownloads' }>['filters'];

export const orderDownloadsList = exportedList<Filters, OrderDownload>({
  fileName: 'ordenes-de-examen',
  ids: downloadIds,
  read: readDownloads,
  idOf: ({ idDownload }) => idDownload,
  columns: [
    plain('Folio', ({ folio }) => folio),
    plain('Paciente', ({ patient }) => patient.name),
    plain('Partner', ({ partner }) => partner.name),
    plain('Sucursal', ({ branch }) => branch.name),
    plain('Estudios', ({ exams }) => exams.join('; ')),
    plain('Descargada por', ({ downloadedBy }) => downloadedBy),
    time('Fecha', ({ date }) => date),
    plain('Id', ({ idDownload }) => Number(idDownload)),
  ],
});
