import { trashTitles } from '@simiente/contract/common/column-titles';
import { includedWords, type TrashEntry, trashKindNames } from '@simiente/contract/trash/calls';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { getPersonIds, readTrashEntries, trashIds } from './list-trash.ts';
import { moveToTrash } from './move-to-trash.ts';

export { moveToTrash } from './move-to-trash.ts';

export const trashList = defineExport<ListFilters<'trash'>, TrashEntry>({
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

/**
 * Moves a patient to the trash and blocks the record immediately.
 * @throws Problem FORBIDDEN, NOT_FOUND
 */
export async function blockPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  id: string,
): Promise<void> {
  await moveToTrash(transaction, context, [id], null, 'record.blocked');
  await transaction.update(patients).set({ blockedAt: sql`now()` }).where(eq(patients.id, id));
}
