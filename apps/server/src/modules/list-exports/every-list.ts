import type { ExportRequest } from '@simiente/contract/list-exports/calls';
import { affectedList, auditList } from '../audit/public.ts';
import { branchesList } from '../branches/public.ts';
import { appointmentsWithoutPatientList } from '../calendly/public.ts';
import { activityList, examsList, waitingPrescriptionsList } from '../dashboard/public.ts';
import { doctorsList } from '../doctors/public.ts';
import { orderDownloadsList, ordersList } from '../exam-orders/public.ts';
import { partnersList } from '../partners/public.ts';
import { patientsList } from '../patients/public.ts';
import { prospectsList } from '../prospects/public.ts';
import { reportQueueList } from '../reports/public.ts';
import { patientResultsList } from '../results/public.ts';
import { trashList } from '../trash/public.ts';
import type { ExportedList, ListFilters } from './public.ts';

/** Every list that the contract offers as a file. */
const everyList: { readonly [List in ExportRequest['list']]: ExportedList<ListFilters<List>> } = {
  patients: patientsList,
  doctors: doctorsList,
  appointmentsWithoutPatient: appointmentsWithoutPatientList,
  waitingRecipes: waitingPrescriptionsList,
  partners: partnersList,
  branches: branchesList,
  prospects: prospectsList,
  exams: examsList,
  activity: activityList,
  orderDownloads: orderDownloadsList,
  orders: ordersList,
  reportQueue: reportQueueList,
  patientResults: patientResultsList,
  trash: trashList,
  audit: auditList,
  affected: affectedList,
};

export function getList({ list }: ExportRequest): ExportedList<ExportRequest['filters']> {
  return everyList[list] as ExportedList<ExportRequest['filters']>;
}
