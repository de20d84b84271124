import { prospectTitles } from '@simiente/contract/common/column-titles';
import type { Prospect } from '@simiente/contract/prospects/calls';
import { prospectStatusName } from '@simiente/contract/prospects/filters';
import { inArray } from 'drizzle-orm';
import { prospects } from '../../schema/prospects.ts';
import { defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { getPersonIds, ids, inList, presentProspect, selectProspects } from './list-prospects.ts';

export const prospectsList = defineExport<ListFilters<'prospects'>, Prospect>({
  fileName: 'prospectos',
  ids: (filter) => ids(filter.sort, prospects, inList(filter)),
  read: async (transaction, ids) => {
    const rows = await selectProspects(transaction).where(inArray(prospects.id, ids));
    return rows.map(presentProspect);
  },
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
