import { trashTitles } from '@simiente/contract/common/column-titles';
import { includedWords, type TrashEntry, trashKindNames } from '@simiente/contract/trash/calls';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { trashIds } from './list-trash.ts';
import { getPersonIds, readTrashEntries } from './read-entries.ts';

export const trashList = exportedList<FiltersOf<'trash'>, TrashEntry>({
  fileName: 'papelera',
  ids: trashIds,
  read: readTrashEntries,
  getId: ({ id }) => id,
  getPersonIds,
  columns: [
    plain(trashTitles.name, ({ name }) => name),
    plain('Detalle', ({ detail }) => detail),
    plain(trashTitles.kind, ({ kind }) => trashKindNames[kind]),
    plain('Incluye', includedWords),
    plain(trashTitles.deletedBy, ({ deletedBy }) => deletedBy),
    time(trashTitles.deletedAt, ({ deletedAt }) => deletedAt),
    plain(trashTitles.daysLeft, ({ daysLeft }) => daysLeft),
    plain('Id', ({ id }) => id),
  ],
});
