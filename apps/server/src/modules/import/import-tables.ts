import type { RecordKind } from '@simiente/contract/common/record-kinds';
import type { ImportKind } from './kinds.ts';
import type {
  BranchRow,
  DoctorAppointmentRow,
  DoctorRow,
  ExamRow,
  PartnerRow,
  PatientRow,
  ProspectRow,
  RecipeAppointmentRow,
} from './rows.ts';

/** The types of the columns that an import writes. */
export type ColumnType =
  | 'text'
  | 'text[]'
  | 'integer'
  | 'boolean'
  | 'double precision'
  | 'jsonb'
  | 'timestamptz';

/** A table whose rows are imported: each property of a row but its id, and the type of its column. */
export interface ImportTable<Row extends { readonly id: string }> {
  readonly kind: ImportKind & RecordKind;
  readonly name: string;
  readonly columns: { readonly [K in Exclude<keyof Row, 'id'>]: ColumnType };
}

export const patientTable: ImportTable<PatientRow> = {
  kind: 'patient',
  name: 'patients',
  columns: {
    name: 'text',
    email: 'text',
    phone: 'text',
    status: 'integer',
    createdAt: 'timestamptz',
    lastAccessAt: 'timestamptz',
  },
};

export const examTable: ImportTable<ExamRow> = {
  kind: 'exam',
  name: 'exams',
  columns: {
    patientId: 'text',
    type: 'text',
    externalUrl: 'text',
    createdAt: 'timestamptz',
  },
};

export const recipeAppointmentTable: ImportTable<RecipeAppointmentRow> = {
  kind: 'recipe_appointment',
  name: 'recipe_appointments',
  columns: {
    patientId: 'text',
    status: 'text',
    type: 'text',
    startsAt: 'timestamptz',
    meetingUrl: 'text',
    prescriptionExplanation: 'text',
    createdAt: 'timestamptz',
  },
};

export const doctorAppointmentTable: ImportTable<DoctorAppointmentRow> = {
  kind: 'doctor_appointment',
  name: 'doctor_appointments',
  columns: {
    patientId: 'text',
    doctorId: 'text',
    status: 'text',
    startsAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
};

export const doctorTable: ImportTable<DoctorRow> = {
  kind: 'doctor',
  name: 'doctors',
  columns: { name: 'text', email: 'text', specialties: 'text[]' },
};

export const partnerTable: ImportTable<PartnerRow> = {
  kind: 'partner',
  name: 'partners',
  columns: {
    name: 'text',
    country: 'text',
    type: 'text',
    website: 'text',
    logoUrl: 'text',
    utmAvailable: 'boolean',
    exams: 'text[]',
  },
};

export const branchTable: ImportTable<BranchRow> = {
  kind: 'branch',
  name: 'branches',
  columns: {
    partnerId: 'text',
    name: 'text',
    address: 'jsonb',
    latitude: 'double precision',
    longitude: 'double precision',
    phone: 'text',
    state: 'text',
    website: 'text',
    zip: 'text',
    exams: 'text[]',
    utm: 'boolean',
  },
};

export const prospectTable: ImportTable<ProspectRow> = {
  kind: 'prospect',
  name: 'prospects',
  columns: {
    name: 'text',
    email: 'text',
    phone: 'text',
    reason: 'text',
    status: 'text',
    notes: 'text',
    createdAt: 'timestamptz',
  },
};
