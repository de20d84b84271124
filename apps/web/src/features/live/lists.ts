import type { LiveKind } from '@simiente/contract/events/settings';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type api, queries } from '../../lib/api/client.ts';

/** The key of one query, or the common prefix of a feature's queries. */
export interface KeySource {
  readonly key: () => QueryKey;
}

const { appointments, calendly, deliveries, doctors, examOrders, exams } = queries;
const { partners, patients, reminders, reports, results } = queries;

/** The dashboard's counts and activity come from many kinds of records; deleting or restoring one changes the trash. */
const overviews = [queries.trash.list, queries.dashboard];
const agendas = [doctors.agenda, doctors.day];
/** Orders show the names of the laboratory and the branch. */
const orders = [examOrders.branches, examOrders.listAll, examOrders.downloads];

/** Lists refetched as soon as a record of the kind changes. Single records are excluded: each read is audited. */
export const listsByKind: Readonly<Record<LiveKind, readonly KeySource[]>> = {
  patient: [
    patients.list,
    ...agendas,
    examOrders.listAll,
    examOrders.downloads,
    results.attention,
    reports.attention,
    reports.queue,
    ...overviews,
  ],
  doctor: [doctors.list, doctors.day, queries.dashboard],
  doctor_appointment: [reminders, patients.list, doctors.list, ...agendas, queries.dashboard],
  recipe_appointment: [
    patients.list,
    ...agendas,
    calendly.withoutPatient,
    calendly.attention,
    queries.dashboard,
  ],
  consent: [queries.consents.list, reminders],
  note: [queries.notes.list],
  emergency_access: [queries.emergencyAccess.recent],
  data_request: [queries.rights.list, queries.dashboard],
  calendly_delivery: [queries.calendlyInbox.list, calendly.attention],
  partner: [partners.list, exams.laboratories, queries.analyteRanges.list, ...orders, ...overviews],
  branch: [queries.branches.list, queries.branches.places, partners.list, ...orders, ...overviews],
  prospect: [queries.prospects.list, ...overviews],
  // The laboratory filter lists patients by their exams and orders.
  exam: [patients.list, examOrders.listAll, results.pending, results.critical, ...overviews],
  exam_order: [
    patients.list,
    examOrders.listAll,
    examOrders.downloads,
    results.attention,
    ...overviews,
  ],
  exam_order_download: [examOrders.downloads, queries.dashboard],
  report: [reports.attention, reports.queue],
  report_delivery: [deliveries.requests],
  result: [results.pending, results.critical, results.attention, reports.queue],
  analyte_range: [queries.analyteRanges.list],
  laboratory_message: [queries.laboratoryInbox.list, results.attention],
  received_result: [queries.receivedResults.list, results.attention],
  account: [queries.accounts.list],
};

/** Queries of single records: marked stale, and refetched when the record is opened again. */
export const recordsByKind: Readonly<Partial<Record<LiveKind, readonly KeySource[]>>> = {
  patient: [patients.getOne, patients.getMedicalHistory, appointments.getOne],
  doctor: [doctors.getOne],
  doctor_appointment: [patients.getMedicalHistory, appointments],
  recipe_appointment: [patients.getMedicalHistory, appointments],
  exam: [patients.getMedicalHistory],
  exam_order: [examOrders.list],
  exam_order_download: [examOrders.list],
  result: [results.ofPatient, results.getOne],
  prospect: [queries.prospects.getOne, queries.prospects.ofPatient],
  report: [
    patients.getMedicalHistory,
    deliveries.ofPatient,
    reports.ofPatient,
    reports.getVersion,
    reports.getWorkingCopy,
    reports.statistics,
  ],
  report_delivery: [deliveries.ofPatient],
  partner: [partners.getOne],
  branch: [queries.branches.getOne, partners.getOne],
};

type ReportsAnswer = Awaited<ReturnType<typeof api.reports.ofPatient>>;

/**
 * The query keys of the changed reports on the screen. Their reviewer needs the current version at once; other reports
 * are not refetched, because each read is audited.
 * @param changed ids of reports or patients, from the stream; null for all
 */
export function changedReports(
  cache: QueryClient,
  changed: readonly string[] | null,
): readonly QueryKey[] {
  return cache
    .getQueryCache()
    .findAll({ queryKey: reports.ofPatient.key(), type: 'active' })
    .filter(({ queryKey: [, options], state }) => {
      const answer = state.data as ReportsAnswer | undefined;
      if (answer === undefined) return false;
      if (changed === null) return true;
      const { idUser } = (options as { readonly input: { readonly idUser: string } }).input;
      // Before its first text a report has no id, so the stream names the patient instead.
      return [idUser, ...answer.data.reports.map(({ idReport }) => idReport)].some(
        (id) => id !== null && changed.includes(id),
      );
    })
    .map((query) => query.queryKey);
}
