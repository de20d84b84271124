import type { Patient, PatientPage, PatientSummary } from '@simiente/contract/patients/calls';
import { cache, changeAnswer, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import {
  changeRows,
  type ListView,
  listQuery,
  pageInput,
  useListPages,
  type WritableList,
} from '../records/public.ts';
import { type PatientsSearch, patientsSearch } from './list/patients-search.ts';

/** Common prefix of the query keys of the patients' lists, whatever their filters, and of the pickers' results. */
export const patientListsKey = queries.patients.list.key();

export const patientList: WritableList<PatientPage, PatientSummary> = {
  editCapability: 'patients.edit',
  listsKey: patientListsKey,
  pagesKey: queries.patients.list.key({ type: 'infinite' }),
  getRows: (page) => page.userData,
  withRows: (page, rows) => ({ ...page, userData: [...rows] }),
  getId: (patient) => patient.idUser,
};

/** @returns a function from a page's cursor to the call's input; an export passes undefined */
export function patientsInput({ search, text }: ListView<PatientsSearch>) {
  const { estatus, citas, dia, incompleta, sinAviso, orden, desde, hasta, laboratorio } = search;
  return pageInput(
    {
      status: estatus,
      upcoming: citas,
      incomplete: incompleta,
      withoutNotice: sinAviso,
      ...(citas && dia !== undefined && { upcomingIn: dia }),
      // An address may have the order by next appointment without 'Citas'.
      sort: citas || !orden.endsWith('nextAppointment') ? orden : patientsSearch.initial.orden,
      ...(desde !== undefined && { createdFrom: desde }),
      ...(hasta !== undefined && { createdTo: hasta }),
      ...(laboratorio !== undefined && { laboratory: laboratorio }),
    },
    text,
  );
}

export function usePatients(view: ListView<PatientsSearch>) {
  return useListPages(patientList, listQuery(queries.patients.list, patientsInput(view)));
}

/** Replaces the patient on every screen. */
export async function replacePatient(patient: Patient): Promise<void> {
  const { idUser } = patient;
  const patientKey = queries.patients.getOne.queryKey({ input: { idUser } });
  // The answer to a list that is being fetched may be older than the change.
  await cache.cancelQueries({ queryKey: patientListsKey });
  await changeAnswer(patientKey, () => patient);
  void invalidate(queries.patients.getMedicalHistory.key({ input: { idUser } }));
  changeRows(patientList, (row) => (row.idUser === idUser ? { ...row, ...patient } : row));
}

/** The header of a patient's page: name, status, contact data. */
export function usePatient(idUser: string) {
  return useAnswer(queries.patients.getOne, { input: { idUser } });
}

/** A patient's reports, exams and appointments. */
export function useMedicalHistory(idUser: string, { enabled = true } = {}) {
  return useAnswer(queries.patients.getMedicalHistory, { input: { idUser }, enabled });
}
