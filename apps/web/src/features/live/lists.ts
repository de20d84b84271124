import type { LiveKind } from '@simiente/contract/event-fields';
import type { QueryKey } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

const {
  appointments,
  branches,
  calendly,
  doctors,
  examOrders,
  exams,
  partners,
  patients,
  prospects,
  trash,
} = queries;

const patientLists = patients.list.key();
const agendas = doctors.agenda.key();
const partnerLists = partners.list.key();
const downloads = examOrders.downloads.key();
const places = examOrders.branches.key();
/** What is deleted or restored leaves its kind's lists and stands in this one, or the other way. */
const bin = trash.list.key();
/** Its figures count records of many kinds, and its activity tells every change. */
const dashboard = queries.dashboard.key();

/**
 * Which lists show something of a kind of record: they are asked again as soon as one changes. Lists
 * alone, and never a record: each reading of one is a row of the audit, and stands for a person.
 */
export const listsOf: Readonly<Record<LiveKind, readonly QueryKey[]>> = {
  patient: [patientLists, agendas, downloads, bin, dashboard],
  doctor: [doctors.list.key(), dashboard],
  doctor_appointment: [patientLists, doctors.list.key(), agendas, dashboard],
  recipe_appointment: [
    patientLists,
    calendly.withoutPatient.key(),
    calendly.attention.key(),
    dashboard,
  ],
  calendly_delivery: [calendly.failedDeliveries.key(), calendly.attention.key()],
  partner: [partnerLists, exams.laboratories.key(), places, downloads, bin, dashboard],
  branch: [
    branches.list.key(),
    branches.places.key(),
    partnerLists,
    places,
    downloads,
    bin,
    dashboard,
  ],
  prospect: [prospects.list.key(), bin, dashboard],
  // Under a laboratory a patient is listed for an exam or an order of its own.
  exam: [patientLists, bin, dashboard],
  exam_order: [patientLists, downloads, bin, dashboard],
  exam_order_download: [downloads, dashboard],
  report: [],
};

/** What holds records: read anew when somebody next opens one, and not before. */
export const recordsOf: Readonly<Partial<Record<LiveKind, readonly QueryKey[]>>> = {
  patient: [patients.getOne.key(), patients.getMedicalHistory.key()],
  doctor: [doctors.getOne.key()],
  doctor_appointment: [patients.getMedicalHistory.key(), appointments.freeTimes.key()],
  recipe_appointment: [patients.getMedicalHistory.key()],
  exam: [patients.getMedicalHistory.key()],
  exam_order: [examOrders.list.key()],
  exam_order_download: [examOrders.list.key()],
  prospect: [prospects.getOne.key(), prospects.ofPatient.key()],
  report: [patients.getMedicalHistory.key()],
  partner: [partners.getOne.key()],
  branch: [branches.getOne.key(), partners.getOne.key()],
};
