/**
 * The legacy back end's export, with its spelling (`allExamns`, `MedicalReportData`). These types describe a
 * correct export; the importer also handles incorrect ones.
 */

/** A date in any format of the legacy back end; builders write ISO 8601 in UTC. */
export type LegacyDate = string | number | { _seconds: number; _nanoseconds: number };

export interface PatientRecord {
  idUser: string;
  name: string;
  createDate: LegacyDate;
  /** Missing for a patient who never came back after registering. */
  lastConnection?: LegacyDate | null;
  /** 1 Registro, 2 Test, 3 Abordaje Gral, anything else Acciones. */
  status?: number;
  email: string;
  phone: string;
}

export interface ExamRecord {
  id: string;
  examType: string;
  fileUrl: string;
  /** Missing in exports of the legacy back end. */
  createDate?: LegacyDate;
}

export interface RecipeAppointmentRecord {
  id: string;
  status: string;
  type: string;
  /** Empty until the patient has chosen a time. */
  calendly_data: { start_time?: LegacyDate; meeting_url?: string };
  createDate: LegacyDate;
  prescriptionExplanation: string;
}

/** A doctor, who is in the export's appointments and not in a separate list. */
export interface DoctorRecord {
  name: string;
  specialty_formatted: string[];
  email: string;
}

export interface DoctorAppointmentRecord {
  id: string;
  idAppointment: string;
  status: string;
  createDate: LegacyDate;
  appointmentDate: { date: LegacyDate };
  doctor: DoctorRecord;
  patient: { name: string; email: string; phone: string };
}

export interface MedicalHistoryRecord {
  idUser: string;
  name: string;
  userData: { test: { userName: string } };
  allExamns: { exams: ExamRecord[] };
  MedicalReportData: {
    examReportIA: { message?: string };
    firstMedicalReport: { message?: string };
  };
  appointments: {
    recipeAppointments: RecipeAppointmentRecord[];
    doctorAppointments: DoctorAppointmentRecord[];
  };
}

export interface PartnerRecord {
  idPartner: string;
  name: string;
  country: string;
  type?: string;
  utm_available: boolean;
}

export interface BranchAddress {
  street: string;
  neighborhood: string;
  city: string;
}

export interface BranchRecord {
  idBranch: string;
  name: string;
  address: string | BranchAddress;
  location: { lat: number; lng: number };
  phone: string;
  state: string;
  website: string;
  zip: string;
  /** Codes of the exam catalogue. */
  exam_available: string[];
  namePartner: string;
  partner: { id: string; name: string };
  utm: boolean;
}

export interface ProspectRecord {
  idProspect?: string;
  name: string;
  mail: string;
  phone: string;
  motivo: string;
  status?: string;
  notes?: string;
  createDate?: LegacyDate;
  timestamp?: LegacyDate;
}

export interface LegacyExport {
  users: PatientRecord[];
  medicalHistories: Record<string, MedicalHistoryRecord>;
  partners: PartnerRecord[];
  branches: BranchRecord[];
  prospects: ProspectRecord[];
}
