import { statusNames } from '@simiente/contract/patients/filters';
import { sexNames } from '@simiente/contract/patients/identification';
import type { PeopleReview } from '@simiente/contract/people/calls';
import type { PeopleKind, PersonField } from '@simiente/contract/people/columns';
import { prospectGroupNames, prospectStatuses } from '@simiente/contract/prospects/filters';
import { formatCount } from '../../lib/format/numbers.ts';

export const kindWords = {
  patients: {
    title: 'Importar pacientes',
    list: 'Pacientes',
    to: '/pacientes',
    person: 'paciente',
    noun: ['paciente', 'pacientes'],
  },
  prospects: {
    title: 'Importar prospectos',
    list: 'Prospectos',
    to: '/prospectos',
    person: 'prospecto',
    noun: ['prospecto', 'prospectos'],
  },
} as const satisfies Record<PeopleKind, unknown>;

export const isNameField = (field: PersonField) => /name$/i.test(field);

/** Choices for the meaning of a cell in a status or sex column. */
export function valueOptions(field: PersonField | null, kind: PeopleKind) {
  if (field === 'sex') return [{ value: '', label: 'Elige el sexo' }, ...toOptions(sexNames)];
  const statuses =
    kind === 'patients'
      ? toOptions(statusNames)
      : prospectStatuses.map((value) => ({ value, label: prospectGroupNames[value] }));
  return [{ value: '', label: 'Elige el estatus' }, ...statuses];
}

const toOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/**
 * Text such as 'Importar 371 y completar 18'; undefined if the import would change nothing.
 * @param kept lines whose records stay unchanged
 * @param corrected number of rows whose problems are solved
 */
export function describePlan(
  review: Pick<PeopleReview, 'created' | 'completed' | 'existing'>,
  kept: readonly number[],
  corrected: number,
): string | undefined {
  const isKept = ({ line, fields }: PeopleReview['existing'][number]) =>
    kept.includes(line) && fields.some(({ fills }) => fills);
  const created = formatCount(review.created + corrected);
  const completed = formatCount(review.completed - review.existing.filter(isKept).length);
  if (created === '0') return completed === '0' ? undefined : `Completar ${completed}`;
  return completed === '0' ? `Importar ${created}` : `Importar ${created} y completar ${completed}`;
}
