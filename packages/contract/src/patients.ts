import * as z from 'zod';
import { doctorAppointment, recipeAppointment } from './appointments.ts';
import { call, success } from './common/call.ts';
import { isoInstantOrNull } from './common/dates.ts';
import { recordId } from './common/ids.ts';
import { pageInput, pageOutput } from './common/pages.ts';
import { storableText } from './common/text.ts';
import { exam } from './exams.ts';
import { patientSorts, statusFilters } from './patient-filters.ts';

const flatPatient = {
  idUser: recordId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createDate: isoInstantOrNull,
  lastConnection: isoInstantOrNull,
  status: z.int().nullable(),
  version: z.int().min(1),
};

/** A patient as lists show one. */
export const patientSummary = z.strictObject(flatPatient);
export type PatientSummary = z.infer<typeof patientSummary>;

const userData = z.strictObject({ test: z.strictObject({ userName: z.string().nullable() }) });

/** A patient as the head of their page shows them. */
export const patient = z.strictObject({ ...flatPatient, userData });
export type Patient = z.infer<typeof patient>;

const report = z.strictObject({ message: z.string() });

/** A patient's history: test, reports, exams, appointments. */
export const medicalHistory = z.strictObject({
  idUser: recordId,
  name: z.string(),
  userData,
  allExamns: z.strictObject({ exams: z.array(exam) }),
  MedicalReportData: z.strictObject({ examReportIA: report, firstMedicalReport: report }),
  appointments: z.strictObject({
    recipeAppointments: z.array(recipeAppointment),
    doctorAppointments: z.array(doctorAppointment),
  }),
});
export type MedicalHistory = z.infer<typeof medicalHistory>;

const statusCounts = z.strictObject({
  '1': z.int().min(0),
  '2': z.int().min(0),
  '3': z.int().min(0),
  '4': z.int().min(0),
});

export const patientListInput = z.strictObject({
  status: z.literal(statusFilters).default(0),
  /** Part of a name or e-mail, or digits of a phone; case and accents do not matter. */
  search: storableText(200).optional(),
  /** Only patients with an appointment from now on. */
  upcoming: z.boolean().default(false),
  sort: z.literal(patientSorts).default('-createDate'),
  ...pageInput,
});
export type PatientListInput = z.input<typeof patientListInput>;

export const patientPage = z.strictObject({
  userData: z.array(patientSummary),
  /** By status, under the other filters; with a search each count stops at 1 000. */
  counts: statusCounts,
  ...pageOutput,
});
export type PatientPage = z.infer<typeof patientPage>;

const oneUser = z.strictObject({ idUser: recordId });

export const patientsContract = {
  getAll: call
    .route({
      method: 'GET',
      path: '/v1/user/get-all',
      summary: 'Todos los pacientes, sin historias',
    })
    .output(success(z.strictObject({ userData: z.array(patientSummary) }))),
  list: call
    .route({ method: 'GET', path: '/v1/user/list', summary: 'Una página de pacientes' })
    .input(patientListInput)
    .output(success(patientPage)),
  getOne: call
    .route({ method: 'GET', path: '/v1/user/get-one', summary: 'Un paciente' })
    .input(oneUser)
    .output(success(patient)),
  getMedicalHistory: call
    .route({
      method: 'GET',
      path: '/v1/user/get-medical-history-patient',
      summary: 'La historia de un paciente: informes, estudios y citas',
    })
    .input(oneUser)
    .output(success(medicalHistory)),
};
