import { includedWords, type TrashEntry, trashKindNames } from '@simiente/contract/trash';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { trashIds } from './list-trash.ts';
import { readTrashEntries } from './read-entries.ts';

export const trashList = exportedList<FiltersOf<'trash'>, TrashEntry>({
  fileName: 'papelera',
  ids: trashIds,
  read: readTrashEntries,
  idOf: ({ id }) => id,
  personsOf: ({ kind, id }) => (kind === 'patient' || kind === 'prospect' ? [id] : []),
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Detalle', ({ detail }) => detail),
    plain('Tipo', ({ kind }) => trashKindNames[kind]),
    plain('Incluye', includedWords),
    plain('Eliminado por', ({ deletedBy }) => deletedBy),
    time('Eliminado', ({ deletedAt }) => deletedAt),
    plain('Días restantes', ({ daysLeft }) => daysLeft),
    plain('Id', ({ id }) => id),
  ],
});
