import { prospectTitles } from '@simiente/contract/common/column-titles';
import type { Prospect, prospectListInput } from '@simiente/contract/prospects/calls';
import { prospectStatusName } from '@simiente/contract/prospects/filters';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { prospects } from '../../schema/prospects.ts';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { getPersonIds, inList, orderBy, selectProspects } from './list-prospects.ts';
import { presentProspect } from './present.ts';

export const prospectsList = exportedList<FiltersOf<'prospects'>, Prospect>({
  fileName: 'prospectos',
  ids: prospectIds,
  read: readProspects,
  getId: ({ idProspect }) => idProspect,
  getPersonIds: (prospect) => getPersonIds([prospect]),
  columns: [
    plain(prospectTitles.name, ({ name }) => name),
    plain('Correo', ({ mail }) => mail),
    plain('Teléfono', ({ phone }) => phone),
    plain(prospectTitles.motivo, ({ motivo }) => motivo),
    plain(prospectTitles.status, ({ status }) => prospectStatusName(status)),
    plain('Notas', ({ notes }) => notes),
    time(prospectTitles.createDate, ({ createDate }) => createDate),
    time('Consentimiento', ({ consent }) => consent?.at ?? null),
    plain('Versión del consentimiento', ({ consent }) => consent?.version ?? null),
    plain('Paciente', ({ patient }) => patient?.name ?? null),
    time('Convertido', ({ convertedAt }) => convertedAt),
    plain('Id', ({ idProspect }) => idProspect),
  ],
});

/** The query for the ids of all prospects in the list under its filters, in its order. */
export function prospectIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof prospectListInput>, 'limit' | 'cursor'>,
): SQLWrapper {
  return transaction
    .select({ id: prospects.id })
    .from(prospects)
    .where(inList(filter))
    .orderBy(...orderBy(filter.sort));
}

/** Rows of the list with these ids, in any order. */
export async function readProspects(transaction: Transaction, ids: string[]): Promise<Prospect[]> {
  const rows = await selectProspects(transaction).where(inArray(prospects.id, ids));
  return rows.map(presentProspect);
}
