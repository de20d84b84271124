import type { Address } from '../../schema/partners.ts';

/*
 * What the records of an export become: the columns of their tables, by the names that the schema
 * gives them. Dates are ISO 8601. The digest of a record is made from its row, in this order.
 */

export interface PatientRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: number | null;
  readonly createdAt: string | null;
  readonly lastAccessAt: string | null;
}

export interface ExamRow {
  readonly id: string;
  readonly patientId: string;
  readonly type: string;
  readonly externalUrl: string | null;
  readonly createdAt: string | null;
}

export interface RecipeAppointmentRow {
  readonly id: string;
  readonly patientId: string;
  readonly status: string;
  readonly type: string | null;
  readonly startsAt: string | null;
  readonly meetingUrl: string | null;
  readonly prescriptionExplanation: string | null;
  readonly createdAt: string | null;
}

export interface DoctorAppointmentRow {
  readonly id: string;
  readonly patientId: string;
  readonly doctorId: string;
  readonly status: string;
  readonly startsAt: string | null;
  readonly createdAt: string | null;
}

export interface DoctorRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly specialties: readonly string[];
}

export interface PartnerRow {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly type: string | null;
  readonly website: string | null;
  readonly logoUrl: string | null;
  readonly utmAvailable: boolean;
  readonly exams: readonly string[];
}

export interface BranchRow {
  readonly id: string;
  readonly partnerId: string;
  readonly name: string;
  readonly address: Address | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly phone: string | null;
  readonly state: string | null;
  readonly website: string | null;
  readonly zip: string | null;
  readonly exams: readonly string[];
  readonly utm: boolean;
}

export interface ProspectRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly reason: string | null;
  readonly status: string | null;
  readonly notes: string | null;
  readonly createdAt: string | null;
}

/** The parts of a patient's history that have no id of their own. */
export interface HistoryRow {
  readonly patientId: string;
  readonly testUserName: string | null;
  /** Null: no report. */
  readonly examReport: string | null;
  readonly firstReport: string | null;
}
