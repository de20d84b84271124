import type {
  BranchRecord,
  DoctorAppointmentRecord,
  DoctorRecord,
  ExamRecord,
  LegacyDate,
  MedicalHistoryRecord,
  PartnerRecord,
  PatientRecord,
  ProspectRecord,
  RecipeAppointmentRecord,
} from '@simiente/builders/records';
import { parseWireDate } from '@simiente/contract/common/dates';
import type { Cell } from './copy-text.ts';

/** A table and its loaded columns; the database fills the others. */
export const columnsByTable = {
  patients: 'id, name, email, phone, status, created_at, last_access_at',
  fertility_tests: 'patient_id, user_name',
  report_versions: 'id, patient_id, kind, number, type, text, sha256, arrived_at, source',
  exams: 'id, patient_id, type, external_url, laboratory_id, created_at',
  doctors: 'id, name, email, specialties',
  doctor_appointments: 'id, patient_id, doctor_id, status, starts_at, created_at',
  recipe_appointments:
    'id, patient_id, status, type, starts_at, meeting_url, prescription_explanation, created_at',
  partners: 'id, name, country, type, utm_available',
  branches:
    'id, partner_id, name, address, latitude, longitude, phone, state, website, zip, exams, utm',
  prospects: 'id, name, email, phone, reason, status, notes, created_at',
  exam_orders: 'id, patient_id, branch_id, partner_id, exams, created_at',
  exam_order_downloads: 'order_id, at',
} as const;

/** The database sets this and the digest of the text. */
const ARRIVED = '2026-01-01T00:00:00Z';

export type Table = keyof typeof columnsByTable;
export type Row = readonly Cell[];

export function patientRow(patient: PatientRecord): Row {
  return [
    patient.idUser,
    patient.name,
    patient.email,
    patient.phone,
    patient.status ?? null,
    instant(patient.createDate),
    instant(patient.lastConnection),
  ];
}

export function testRow({ idUser, userData }: MedicalHistoryRecord): Row {
  return [idUser, userData.test.userName];
}

/** The reports of a patient, if there are any, as the drafts that an import creates. */
export function reportRows({ idUser, MedicalReportData }: MedicalHistoryRecord): Row[] {
  const { examReportIA, firstMedicalReport } = MedicalReportData;
  const suffix = idUser.replace('usr_', '');
  const drafts = [
    [`rpv_${suffix}_a`, 'exam_ai', examReportIA.message ?? ''],
    [`rpv_${suffix}_m`, 'first_medical', firstMedicalReport.message ?? ''],
  ] as const;
  return drafts
    .filter(([, , text]) => text !== '')
    .map(([id, kind, text]) => [id, idUser, kind, 1, 'draft', text, '', ARRIVED, 'importacion']);
}

export function examRow(patientId: string, exam: ExamRecord, laboratoryId: string | null): Row {
  return [exam.id, patientId, exam.examType, exam.fileUrl, laboratoryId, instant(exam.createDate)];
}

export function doctorRow(id: string, doctor: DoctorRecord): Row {
  return [id, doctor.name, doctor.email, doctor.specialty_formatted];
}

export function doctorAppointmentRow(
  patientId: string,
  doctorId: string,
  appointment: DoctorAppointmentRecord,
): Row {
  return [
    appointment.id,
    patientId,
    doctorId,
    appointment.status,
    instant(appointment.appointmentDate.date),
    instant(appointment.createDate),
  ];
}

export function prescriptionRow(patientId: string, prescription: RecipeAppointmentRecord): Row {
  return [
    prescription.id,
    patientId,
    prescription.status,
    prescription.type,
    instant(prescription.calendly_data.start_time),
    prescription.calendly_data.meeting_url ?? null,
    prescription.prescriptionExplanation,
    instant(prescription.createDate),
  ];
}

export function partnerRow(partner: PartnerRecord): Row {
  return [
    partner.idPartner,
    partner.name,
    partner.country,
    partner.type ?? null,
    partner.utm_available,
  ];
}

export function branchRow(branch: BranchRecord): Row {
  return [
    branch.idBranch,
    branch.partner.id,
    branch.name,
    typeof branch.address === 'string' ? JSON.stringify(branch.address) : branch.address,
    branch.location.lat,
    branch.location.lng,
    branch.phone,
    branch.state,
    branch.website,
    branch.zip,
    branch.exam_available,
    branch.utm,
  ];
}

export function prospectRow(prospect: ProspectRecord): Row {
  return [
    prospect.idProspect ?? '',
    prospect.name,
    prospect.mail,
    prospect.phone,
    prospect.motivo,
    prospect.status ?? null,
    prospect.notes ?? null,
    instant(prospect.createDate ?? prospect.timestamp),
  ];
}

/** Builders write ISO 8601, or nothing. */
function instant(date: LegacyDate | null | undefined): string | null {
  const parsed = parseWireDate(date);
  return parsed instanceof Date ? parsed.toISOString() : null;
}
