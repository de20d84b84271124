import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** The lists of an export, in the order of writing: who is referred to comes before who refers. */
export const sections = ['users', 'partners', 'medicalHistories', 'branches', 'prospects'] as const;
export type Section = (typeof sections)[number];

export function isSection(name: string): name is Section {
  return sections.some((section) => section === name);
}

/** What an import counts: every kind of record, and the history that a patient's own parts make. */
export const importKinds = [
  'patient',
  'history',
  'exam',
  'recipe_appointment',
  'doctor_appointment',
  'doctor',
  'partner',
  'branch',
  'prospect',
] as const satisfies readonly (RecordKind | 'history')[];
export type ImportKind = (typeof importKinds)[number];

/** How people call one record of a kind, those included that no export brings. */
export const kindNames: Record<ImportKind | RecordKind, string> = {
  patient: 'un paciente',
  history: 'un historial',
  exam: 'un estudio',
  recipe_appointment: 'una validación de receta',
  doctor_appointment: 'una cita médica',
  doctor: 'un médico',
  partner: 'un socio',
  branch: 'una sucursal',
  prospect: 'un prospecto',
  exam_order: 'una orden de estudios',
};
