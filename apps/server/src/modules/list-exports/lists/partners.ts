import { partnerExamNames } from '@simiente/contract/exam-catalogue';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { taggedPartnerTypes } from '@simiente/contract/partner-filters';
import type { Partner } from '@simiente/contract/partners';
import { partnerIds, readPartners } from '../../partners/public.ts';
import { exportedList, plain, yesOrNo } from './exported-list.ts';

type Filters = Extract<ExportRequest, { list: 'partners' }>['filters'];

const tagged: readonly string[] = taggedPartnerTypes;
const names: Readonly<Record<string, string>> = partnerExamNames;

export const partnersList = exportedList<Filters, Partner>({
  fileName: 'partners',
  ids: partnerIds,
  read: readPartners,
  idOf: ({ idPartner }) => idPartner,
  columns: [
    plain('Partner', ({ name }) => name),
    plain('Ubicaciones', ({ branches }) => branches),
    plain('País', ({ country }) => country),
    plain('Tipo', ({ type }) => (type !== null && tagged.includes(type) ? type : 'Sin tipo')),
    plain('Sitio web', ({ website }) => website),
    plain('Estudios', ({ all_exams_available: exams }) =>
      exams.map((exam) => (Object.hasOwn(names, exam) ? names[exam] : exam)).join('; '),
    ),
    plain('Enlace UTM', ({ utm_available }) => yesOrNo(utm_available)),
    plain('Id', ({ idPartner }) => idPartner),
  ],
});
