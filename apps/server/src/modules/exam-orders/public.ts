import type { OrderDownload } from '@simiente/contract/exam-orders';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { downloadIds, readDownloads } from './list-downloads.ts';

export const orderDownloadsList = exportedList<FiltersOf<'orderDownloads'>, OrderDownload>({
  fileName: 'ordenes-de-examen',
  ids: downloadIds,
  read: readDownloads,
  idOf: ({ idDownload }) => idDownload,
  personsOf: ({ patient }) => [patient.idUser],
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
