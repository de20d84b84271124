import { hash } from 'node:crypto';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

export const sections = ['users', 'partners', 'medicalHistories', 'branches', 'prospects'] as const;
export type Section = (typeof sections)[number];

export function isSection(name: string): name is Section {
  return sections.some((section) => section === name);
}

/** The kinds that an import counts, and their Spanish titles in its report. */
export const kindTitles = {
  patient: 'Pacientes',
  history: 'Historiales',
  exam: 'Estudios',
  recipe_appointment: 'Validaciones de receta',
  doctor_appointment: 'Citas médicas',
  doctor: 'Médicos',
  partner: 'Partners',
  branch: 'Sucursales',
  prospect: 'Prospectos',
} as const satisfies Partial<Record<RecordKind | 'history', string>>;
export type ImportKind = keyof typeof kindTitles;
export const importKinds = Object.keys(kindTitles) as ImportKind[];

export function perKind<T>(create: (kind: ImportKind) => T): Record<ImportKind, T> {
  const entries = importKinds.map((kind) => [kind, create(kind)] as const);
  return Object.fromEntries(entries) as Record<ImportKind, T>;
}

/** The tables of imported records, in an order in which all their rows can be deleted. */
export const importTables = {
  exam: exams,
  recipe_appointment: recipeAppointments,
  doctor_appointment: doctorAppointments,
  patient: patients,
  doctor: doctors,
  branch: branches,
  partner: partners,
  prospect: prospects,
} as const;
export type TableKind = keyof typeof importTables;

/** A record that was read from an export, by the columns of its table. */
export type ImportRow<Kind extends TableKind> = (typeof importTables)[Kind]['$inferInsert'];

/** Number of hexadecimal digits, as in legacy ids. */
const LENGTH = 20;

/** The id of a record that has none in the export, derived from its parts. */
export function stableId(prefix: string, ...parts: readonly (string | Date | null)[]): string {
  return `${prefix}_${hash('sha256', JSON.stringify(parts)).slice(0, LENGTH)}`;
}
