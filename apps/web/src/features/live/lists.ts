import type { LiveKind } from '@simiente/contract/events/settings';
import type { QueryKey } from '@tanstack/react-query';
import { type api, queries } from '../../lib/api/client.ts';

const {
  accounts,
  analyteRanges,
  appointments,
  branches,
  calendly,
  calendlyInbox,
  consents,
  notes,
  deliveries,
  doctors,
  emergencyAccess,
  examOrders,
  exams,
  laboratoryInbox,
  partners,
  patients,
  prospects,
  receivedResults,
  reminders,
  reports,
  results,
  rights,
  trash,
} = queries;

const patientLists = patients.list.key();
const agendas = doctors.agenda.key();
const clinicDays = doctors.day.key();
const partnerLists = partners.list.key();
const awaited = reminders.key();
const downloads = examOrders.downloads.key();
const orders = examOrders.listAll.key();
const resultAttention = results.attention.key();
const reportAttention = reports.attention.key();
const reportQueue = reports.queue.key();
const orderBranches = examOrders.branches.key();
/** Deleting or restoring a record moves it between its own lists and this one. */
const trashList = trash.list.key();
/** The dashboard's counts and activity come from many kinds of records. */
const dashboard = queries.dashboard.key();

/**
 * Lists that show a kind of record: refetched as soon as one changes. Only lists, never a record: each
 * read of a record is audited as an act of the user.
 */
export const listsByKind: Readonly<Record<LiveKind, readonly QueryKey[]>> = {
  patient: [
    patientLists,
    agendas,
    clinicDays,
    orders,
    resultAttention,
    reportAttention,
    reportQueue,
    downloads,
    trashList,
    dashboard,
  ],
  doctor: [doctors.list.key(), clinicDays, dashboard],
  doctor_appointment: [awaited, patientLists, doctors.list.key(), agendas, clinicDays, dashboard],
  recipe_appointment: [
    patientLists,
    agendas,
    clinicDays,
    calendly.withoutPatient.key(),
    calendly.attention.key(),
    dashboard,
  ],
  consent: [consents.list.key(), awaited],
  note: [notes.list.key()],
  emergency_access: [emergencyAccess.recent.key()],
  data_request: [rights.list.key(), dashboard],
  calendly_delivery: [calendlyInbox.list.key(), calendly.attention.key()],
  partner: [
    partnerLists,
    exams.laboratories.key(),
    analyteRanges.list.key(),
    orderBranches,
    orders,
    downloads,
    trashList,
    dashboard,
  ],
  branch: [
    branches.list.key(),
    branches.places.key(),
    partnerLists,
    orderBranches,
    orders,
    downloads,
    trashList,
    dashboard,
  ],
  prospect: [prospects.list.key(), trashList, dashboard],
  // The laboratory filter lists patients by their exams and orders.
  exam: [patientLists, orders, results.pending.key(), results.critical.key(), trashList, dashboard],
  exam_order: [patientLists, orders, resultAttention, downloads, trashList, dashboard],
  exam_order_download: [downloads, dashboard],
  report: [reportAttention, reportQueue],
  report_delivery: [deliveries.requests.key()],
  result: [results.pending.key(), results.critical.key(), resultAttention, reportQueue],
  analyte_range: [analyteRanges.list.key()],
  laboratory_message: [laboratoryInbox.list.key(), resultAttention],
  received_result: [receivedResults.list.key(), resultAttention],
  account: [accounts.list.key()],
};

/**
 * Records that refetch as soon as they change, such as the reviewer of an open report. Only the changed record is
 * refetched, because each read is audited.
 */
export const refetchedRecordsByKind: Readonly<Partial<Record<LiveKind, RefetchedRecord>>> = {
  report: {
    queryKey: reports.ofPatient.key(),
    // Before its first text a report has no id; the stream names the patient instead.
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

interface RefetchedRecord {
  readonly queryKey: QueryKey;
  /** The ids by which the stream names it. */
  readonly idsIn: (answer: unknown, queryKey: QueryKey) => readonly string[];
}

/**
 * Queries of single records: marked stale and refetched when next opened, not before, unless refetchedRecordsByKind has
 * them.
 */
export const recordsByKind: Readonly<Partial<Record<LiveKind, readonly QueryKey[]>>> = {
  patient: [patients.getOne.key(), patients.getMedicalHistory.key(), appointments.getOne.key()],
  doctor: [doctors.getOne.key()],
  doctor_appointment: [patients.getMedicalHistory.key(), appointments.key()],
  recipe_appointment: [patients.getMedicalHistory.key(), appointments.key()],
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
