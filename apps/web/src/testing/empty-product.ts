import type { Doctor } from '@simiente/contract/doctors/calls';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { makePatient } from './patients.ts';
import { type Answers, errorResponse } from './wire.ts';

const page = { nextCursor: null, total: 0, totalIsCapped: false };

export const ana = makePatient();

const history: MedicalHistory = {
  idUser: ana.idUser,
  name: ana.name,
  email: null,
  phone: null,
  userData: ana.userData,
  historyName: null,
  allExamns: { exams: [] },
  MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
  appointments: { recipeAppointments: [], doctorAppointments: [] },
};

const doctor: Doctor = {
  idDoctor: 'doc_1',
  name: 'Ignacio Ferrer',
  email: null,
  specialties: [],
  appointmentMinutes: 30,
  workingDays: [],
  absences: [],
  workedHolidays: [],
  clinicHolidays: { added: [], removed: [] },
  retiredAt: null,
  upcoming: 0,
  version: 1,
};

const noChange = { value: 0, previous: 0, series: [0] };
const days = { start: '2026-08-03', end: '2026-08-09' };
/** A dashboard whose counts are all 0. */
export const dashboard: Answers = {
  'GET /v1/dashboard/today': () => ({
    date: '2026-11-06',
    appointments: { total: 0, left: 0, late: 0, next: [] },
    present: { waiting: 0, inConsultation: 0, patients: [] },
    recipes: { count: 0, isCapped: false, oldest: null },
    prospects: { count: 0, isCapped: false, arrivedToday: 0 },
  }),
  'GET /v1/dashboard/figures': () => ({
    period: days,
    patients: noChange,
    laboratories: noChange,
    orders: noChange,
    exams: noChange,
    weeks: [],
    examTypes: [],
    otherExams: 0,
    undatedExams: 0,
  }),
  'GET /v1/dashboard/attendance': () => ({ weeks: [], doctors: [] }),
  'GET /v1/dashboard/activity': () => ({ items: [], nextCursor: null }),
  'GET /v1/exam-orders/list': () => ({
    orders: [],
    counts: { pedido: 0, descargado: 0, rechazada: 0, recibido: 0, validado: 0, overdue: 0 },
    laboratory: null,
    ...page,
  }),
};

/** A product without records except one patient and one doctor. */
export const emptyProduct: Answers = {
  ...dashboard,
  'GET /v1/account/get-identity': () => ({ identity: null }),
  'GET /v1/user/list': () => ({
    userData: [],
    counts: { 1: 0, 2: 0, 3: 0, 4: 0 },
    countsAreCapped: false,
    ...page,
  }),
  'GET /v1/user/get-one': ({ query }) =>
    query.get('idUser') === ana.idUser ? ana : errorResponse('NOT_FOUND'),
  'GET /v1/user/get-medical-history-patient': ({ query }) =>
    query.get('idUser') === ana.idUser ? history : errorResponse('NOT_FOUND'),
  'GET /v1/user/consents': () => ({ consents: [] }),
  'GET /v1/privacy-notices/of-patient': () => ({ receipts: [], isAnyInForce: false }),
  'GET /v1/user/notes': () => ({ notes: [] }),
  'GET /v1/result/of-patient': () => ({ sets: [] }),
  'GET /v1/reports/of-patient': () => ({ reports: [] }),
  'GET /v1/prospects/of-patient': () => ({ prospects: [], similar: [] }),
  'GET /v1/user/emergency-accesses': () => ({ accesses: [] }),
  'GET /v1/exam-orders': () => ({ orders: [] }),
  'GET /v1/exam-orders/downloads': () => ({ downloads: [], laboratory: null, ...page }),
  'GET /v1/exam/laboratories': () => ({ laboratories: [] }),
  'GET /v1/doctor/list': () => ({ doctors: [], ...page }),
  'GET /v1/doctor/get-one': ({ query }) =>
    query.get('idDoctor') === doctor.idDoctor ? doctor : errorResponse('NOT_FOUND'),
  'GET /v1/doctor/agenda': () => ({ appointments: [] }),
  'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [] }),
  'GET /v1/recipe/attention': () => ({ withoutPatient: 0, failedDeliveries: 0 }),
  'GET /v1/recipe/without-patient': () => ({ appointments: [], ...page }),
  'GET /v1/inbox/calendly': () => ({ messages: [], ...page }),
  'GET /v1/inbox/laboratory': () => ({ messages: [], ...page }),
  'GET /v1/partner/list': () => ({ partners: [], countries: 0, ...page }),
  'GET /v1/prospects/list': () => ({
    prospects: [],
    counts: { pending: 0, contacted: 0, converted: 0, rejected: 0, none: 0 },
    countsAreCapped: false,
    ...page,
  }),
};
