import type { LiveKind } from '@simiente/contract/events/settings';
import type { QueryKey } from '@tanstack/react-query';
import { type api, queries } from '../../lib/api/client.ts';

const {
  accounts,
  analyteRanges,
  appointments,
  branches,
  calendly,
  consents,
  deliveries,
  doctors,
  emergencyAccess,
  examOrders,
  exams,
  partners,
  patients,
  prospects,
  receivedResults,
  reports,
  resultFiles,
  results,
  trash,
} = queries;

const patientLists = patients.list.key();
const agendas = doctors.agenda.key();
const clinicDays = doctors.day.key();
const partnerLists = partners.list.key();
const downloads = examOrders.downloads.key();
const orders = examOrders.listAll.key();
const attention = results.attention.key();
const toSign = reports.attention.key();
const signing = reports.queue.key();
const places = examOrders.branches.key();
/** Deleting or restoring a record moves it between its own lists and this one. */
const trashList = trash.list.key();
/** Its figures count many kinds of records, and its activity shows every change. */
const dashboard = queries.dashboard.key();

/**
 * Lists that show a kind of record: refetched as soon as one changes. Only lists, never a record: each
 * read of a record is audited as an act of the user.
 */
export const listsOf: Readonly<Record<LiveKind, readonly QueryKey[]>> = {
  patient: [
    patientLists,
    agendas,
    clinicDays,
    orders,
    attention,
    toSign,
    signing,
    downloads,
    trashList,
    dashboard,
  ],
  doctor: [doctors.list.key(), clinicDays, dashboard],
  doctor_appointment: [patientLists, doctors.list.key(), agendas, clinicDays, dashboard],
  recipe_appointment: [
    patientLists,
    clinicDays,
    calendly.withoutPatient.key(),
    calendly.attention.key(),
    dashboard,
  ],
  consent: [consents.list.key()],
  emergency_access: [emergencyAccess.recent.key()],
  calendly_delivery: [calendly.failedDeliveries.key(), calendly.attention.key()],
  partner: [
    partnerLists,
    exams.laboratories.key(),
    analyteRanges.list.key(),
    places,
    orders,
    downloads,
    trashList,
    dashboard,
  ],
  branch: [
    branches.list.key(),
    branches.places.key(),
    partnerLists,
    places,
    orders,
    downloads,
    trashList,
    dashboard,
  ],
  prospect: [prospects.list.key(), trashList, dashboard],
  // The laboratory filter lists patients by their exams and orders.
  exam: [patientLists, orders, results.pending.key(), trashList, dashboard],
  exam_order: [patientLists, orders, attention, downloads, trashList, dashboard],
  exam_order_download: [downloads, dashboard],
  report: [toSign, signing],
  report_delivery: [deliveries.requests.key()],
  result: [results.pending.key(), attention, signing],
  analyte_range: [analyteRanges.list.key()],
  laboratory_message: [resultFiles.failedMessages.key(), attention],
  received_result: [receivedResults.list.key(), attention],
  account: [accounts.list.key()],
};

/**
 * What of a record follows its changes by itself: whose review a report is, without its text. Read again only for the
 * one that changed, because the read is audited.
 */
export const followedOf: Readonly<Partial<Record<LiveKind, FollowedRecord>>> = {
  report: {
    queryKey: reports.ofPatient.key(),
    // The first text of a report names its patient: no screen knows the report's id before.
    idsIn: (answer, [, asked]) => [
      ...(answer as ReportsAnswer).data.reports.flatMap(({ idReport }) => idReport ?? []),
      (asked as ReportsQuestion).input.idUser,
    ],
  },
};

type ReportsAnswer = Awaited<ReturnType<typeof api.reports.ofPatient>>;

interface ReportsQuestion {
  readonly input: { readonly idUser: string };
}

interface FollowedRecord {
  readonly queryKey: QueryKey;
  /** The ids by which the stream names it. */
  readonly idsIn: (answer: unknown, queryKey: QueryKey) => readonly string[];
}

/** Queries of single records: marked stale and refetched when next opened, not before. */
export const recordsOf: Readonly<Partial<Record<LiveKind, readonly QueryKey[]>>> = {
  patient: [patients.getOne.key(), patients.getMedicalHistory.key(), appointments.getOne.key()],
  doctor: [doctors.getOne.key()],
  doctor_appointment: [
    patients.getMedicalHistory.key(),
    appointments.freeTimes.key(),
    appointments.getOne.key(),
  ],
  recipe_appointment: [patients.getMedicalHistory.key(), appointments.getOne.key()],
  exam: [patients.getMedicalHistory.key()],
  exam_order: [examOrders.list.key()],
  exam_order_download: [examOrders.list.key()],
  result: [results.ofPatient.key(), results.getOne.key()],
  prospect: [prospects.getOne.key(), prospects.ofPatient.key()],
  report: [
    patients.getMedicalHistory.key(),
    deliveries.ofPatient.key(),
    reports.ofPatient.key(),
    reports.getVersion.key(),
    reports.getWorkingCopy.key(),
    reports.statistics.key(),
  ],
  report_delivery: [deliveries.ofPatient.key()],
  partner: [partners.getOne.key()],
  branch: [branches.getOne.key(), partners.getOne.key()],
};
