import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

/** The lists of an export. */
export const sections = ['users', 'partners', 'medicalHistories', 'branches', 'prospects'] as const;
export type Section = (typeof sections)[number];

export function isSection(name: string): name is Section {
  return sections.some((section) => section === name);
}

/**
 * The kinds that an import counts: every kind of record, and the history of a patient's other parts.
 */
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

/** One value for each kind. */
export function perKind<T>(of: (kind: ImportKind) => T): Record<ImportKind, T> {
  const entries = importKinds.map((kind) => [kind, of(kind)] as const);
  return Object.fromEntries(entries) as Record<ImportKind, T>;
}

/** The Spanish names of kinds, including those that exports lack. */
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

/** A table of records with an id of their own, and the columns that an export fills. */
export interface RecordTable {
  readonly kind: ImportKind & RecordKind;
  readonly name: string;
  /** Without the id. */
  readonly columns: readonly string[];
}

/** The same with the type of a read record, whose properties are named as in the schema. */
export interface TableOf<Row extends { readonly id: string }> extends RecordTable {
  /** The values of the columns. */
  readonly valuesOf: (row: Row) => unknown[];
}

/** A read record of a table. Its digest depends on the order of the properties. */
export type RowOf<Table> = Table extends TableOf<infer Row> ? Row : never;

/** Dates are ISO 8601; without invalid ones their property is missing. */
type Wire<T> = T extends Date ? string : T;
type Importable = PgTable & { readonly $inferSelect: { readonly id: string } };
type ImportedRow<Table extends Importable, Property extends keyof Table['$inferSelect']> = {
  readonly id: string;
} & { readonly [K in Exclude<Property, 'invalidDates'>]: Wire<Table['$inferSelect'][K]> } & {
  readonly [K in Extract<Property, 'invalidDates'>]?: Table['$inferSelect'][K];
};

function tableOf<Table extends Importable, Property extends keyof Table['$inferSelect'] & string>(
  kind: ImportKind & RecordKind,
  table: Table,
  properties: readonly Property[],
): TableOf<ImportedRow<Table, Property>> {
  const columns = getTableColumns(table);
  const json = new Set(properties.filter((name) => columns[name]?.getSQLType() === 'jsonb'));
  return {
    kind,
    name: getTableName(table),
    columns: properties.map(toSnakeCase),
    valuesOf: (row: Readonly<Record<string, unknown>>) =>
      properties.map((name) => {
        const value = row[name] ?? null;
        return json.has(name) && value !== null ? JSON.stringify(value) : value;
      }),
  };
}

export const patientTable = tableOf('patient', patients, [
  'name',
  'email',
  'phone',
  'status',
  'createdAt',
  'lastAccessAt',
  'invalidDates',
]);

export const examTable = tableOf('exam', exams, [
  'patientId',
  'type',
  'externalUrl',
  'createdAt',
  'invalidDates',
]);

export const recipeAppointmentTable = tableOf('recipe_appointment', recipeAppointments, [
  'patientId',
  'status',
  'type',
  'startsAt',
  'meetingUrl',
  'prescriptionExplanation',
  'createdAt',
  'invalidDates',
]);

export const doctorAppointmentTable = tableOf('doctor_appointment', doctorAppointments, [
  'patientId',
  'doctorId',
  'status',
  'startsAt',
  'createdAt',
  'invalidDates',
]);

export const doctorTable = tableOf('doctor', doctors, ['name', 'email', 'specialties']);

export const partnerTable = tableOf('partner', partners, [
  'name',
  'country',
  'type',
  'website',
  'logoUrl',
  'utmAvailable',
  'exams',
]);

export const branchTable = tableOf('branch', branches, [
  'partnerId',
  'name',
  'address',
  'latitude',
  'longitude',
  'phone',
  'state',
  'website',
  'zip',
  'exams',
  'utm',
]);

export const prospectTable = tableOf('prospect', prospects, [
  'name',
  'email',
  'phone',
  'reason',
  'status',
  'notes',
  'createdAt',
  'invalidDates',
]);

/** All of them: a table comes after those that refer to it. */
export const recordTables: readonly RecordTable[] = [
  examTable,
  recipeAppointmentTable,
  doctorAppointmentTable,
  patientTable,
  doctorTable,
  branchTable,
  partnerTable,
  prospectTable,
];
