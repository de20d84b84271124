import { statusNames } from '@simiente/contract/patients/filters';
import type { PeopleChanges, PeopleReview } from '@simiente/contract/people/calls';
import type { PeopleKind, PersonField } from '@simiente/contract/people/columns';
import { prospectGroupNames, prospectStatuses } from '@simiente/contract/prospects/filters';

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

export const statusOptions = (kind: PeopleKind) =>
  kind === 'patients'
    ? Object.entries(statusNames).map(([value, label]) => ({ value, label }))
    : prospectStatuses.map((value) => ({ value, label: prospectGroupNames[value] }));

/** Text such as 'Importar 371 y completar 18'; undefined if the import would change nothing. */
export function describePlan(
  review: Pick<PeopleReview, 'created' | 'completed'>,
  { cells, kept }: Pick<PeopleChanges, 'cells' | 'kept'>,
): string | undefined {
  const created = review.created + Object.keys(cells).length;
  const completed = Math.max(0, review.completed - kept.length);
  if (created === 0) return completed > 0 ? `Completar ${completed}` : undefined;
  return completed > 0 ? `Importar ${created} y completar ${completed}` : `Importar ${created}`;
}
