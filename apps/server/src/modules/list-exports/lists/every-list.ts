import type { ExportRequest } from '@simiente/contract/list-exports';
import { activityList } from './activity.ts';
import { appointmentsWithoutPatientList } from './appointments-without-patient.ts';
import { branchesList } from './branches.ts';
import { doctorsList } from './doctors.ts';
import { examsList } from './exams.ts';
import type { ExportedList } from './exported-list.ts';
import { orderDownloadsList } from './order-downloads.ts';
import { partnersList } from './partners.ts';
import { patientsList } from './patients.ts';
import { prospectsList } from './prospects.ts';
import { trashList } from './trash.ts';

type FiltersOf<List> = Extract<ExportRequest, { list: List }>['filters'];

/** Every list that the contract offers as a file. */
const everyList: { readonly [List in ExportRequest['list']]: ExportedList<FiltersOf<List>> } = {
  patients: patientsList,
  doctors: doctorsList,
  appointmentsWithoutPatient: appointmentsWithoutPatientList,
  partners: partnersList,
  branches: branchesList,
  prospects: prospectsList,
  exams: examsList,
  activity: activityList,
  orderDownloads: orderDownloadsList,
  trash: trashList,
};

/** The list that a request names, with its filters. */
export function listOf({ list }: ExportRequest): ExportedList<ExportRequest['filters']> {
  return everyList[list] as ExportedList<ExportRequest['filters']>;
}
