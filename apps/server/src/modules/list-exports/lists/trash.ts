import type { ExportRequest } from '@simiente/contract/list-exports';
import { type BinEntry, binnedKindNames, includedWords } from '@simiente/contract/trash';
import { binIds, readBinEntries } from '../../trash/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'trash' }>['filters'];

export const trashList = exportedList<Filters, BinEntry>({
  fileName: 'papelera',
  ids: binIds,
  read: readBinEntries,
  idOf: ({ id }) => id,
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Detalle', ({ detail }) => detail),
    plain('Tipo', ({ kind }) => binnedKindNames[kind]),
    plain('Incluye', includedWords),
    plain('Eliminado por', ({ deletedBy }) => deletedBy),
    time('Eliminado', ({ deletedAt }) => deletedAt),
    plain('Días restantes', ({ daysLeft }) => daysLeft),
    plain('Id', ({ id }) => id),
  ],
});
