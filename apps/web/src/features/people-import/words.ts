import { statusNames } from '@simiente/contract/patients/filters';
import { sexNames } from '@simiente/contract/patients/identification';
import type { PeopleChanges, PeopleReview } from '@simiente/contract/people/calls';
import type { PeopleKind, PersonField } from '@simiente/contract/people/columns';
import { prospectGroupNames, prospectStatuses } from '@simiente/contract/prospects/filters';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';

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

/** Says which hidden rows of a workbook are imported, such as 'La importación incluye 9 filas ocultas del archivo (2, 4, 5, 6, 7…).' */
export function describeHidden(lines: readonly number[]): string {
  const first = `${lines.slice(0, 5).join(', ')}${lines.length > 5 ? '…' : ''}`;
  return `La importación incluye ${pluralize(lines.length, ['fila oculta', 'filas ocultas'])} del archivo (${first}). Borra en el archivo lo que sobre y elígelo otra vez.`;
}

export type MatchedRow = PeopleReview['existing' | 'repeatedRows'][number];

/** Why a matched row cannot be another person; undefined if it can. */
export function describeIdentity(row: MatchedRow): string | undefined {
  if (row.reason === 'curp') return 'Una CURP es de una persona. Si está mal, corrige tu archivo.';
  return row.reason === 'row' && 'id' in row ? 'No puede ser otra persona.' : undefined;
}

/** Numbers of people after the user's decisions, with the rows whose problems are solved. */
export function countPlanned(review: PeopleReview, changes: PeopleChanges, corrected: number) {
  const { kept, separate } = changes;
  const isSeparate = (row: MatchedRow) =>
    separate.includes(row.line) && describeIdentity(row) === undefined;
  const isNotFilled = (row: PeopleReview['existing'][number]) =>
    (kept.includes(row.line) || isSeparate(row)) && row.fields.some(({ fills }) => fills);
  const moved = review.existing.filter(isSeparate).length;
  const completed = review.completed - review.existing.filter(isNotFilled).length;
  return {
    created: review.created + corrected + moved + review.repeatedRows.filter(isSeparate).length,
    completed,
    unchanged: review.completed + review.unchanged - moved - completed,
  };
}

/** Text such as 'Importar 371 y completar 18'; undefined if the import would change nothing. */
export function describePlan(planned: ReturnType<typeof countPlanned>): string | undefined {
  const created = formatCount(planned.created);
  const completed = formatCount(planned.completed);
  if (created === '0') return completed === '0' ? undefined : `Completar ${completed}`;
  return completed === '0' ? `Importar ${created}` : `Importar ${created} y completar ${completed}`;
}
