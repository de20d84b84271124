import { downloadTitles } from '@simiente/contract/common/column-titles';
import type { OrderDownload } from '@simiente/contract/exam-orders/calls';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { downloadIds, readDownloads } from './list-downloads.ts';

export const orderDownloadsList = exportedList<FiltersOf<'orderDownloads'>, OrderDownload>({
  fileName: 'ordenes-de-examen',
  ids: downloadIds,
  read: readDownloads,
  idOf: ({ idDownload }) => idDownload,
  personsOf: ({ patient }) => [patient.idUser],
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
