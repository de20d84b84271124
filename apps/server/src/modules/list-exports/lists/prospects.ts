import type { ExportRequest } from '@simiente/contract/list-exports';
import { prospectGroup, prospectGroupNames } from '@simiente/contract/prospect-filters';
import type { Prospect } from '@simiente/contract/prospects';
import { prospectIds, readProspects } from '../../prospects/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'prospects' }>['filters'];

export const prospectsList = exportedList<Filters, Prospect>({
  fileName: 'prospectos',
  ids: prospectIds,
  read: readProspects,
  idOf: ({ idProspect }) => idProspect,
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Correo', ({ mail }) => mail),
    plain('Teléfono', ({ phone }) => phone),
    plain('Motivo', ({ motivo }) => motivo),
    plain('Estado', ({ status }) => prospectGroupNames[prospectGroup(status)]),
    plain('Notas', ({ notes }) => notes),
    time('Fecha Registro', ({ createDate }) => createDate),
    time('Consentimiento', ({ consent }) => consent?.at ?? null),
    plain('Versión del consentimiento', ({ consent }) => consent?.version ?? null),
    plain('Paciente', ({ patient }) => patient?.name ?? null),
    time('Convertido', ({ convertedAt }) => convertedAt),
    plain('Id', ({ idProspect }) => idProspect),
  ],
});
