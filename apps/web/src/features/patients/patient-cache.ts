import type {
  MedicalHistory,
  Patient,
  PatientPage,
  PatientSummary,
} from '@simiente/contract/patients/calls';
import { statusGroup } from '@simiente/contract/patients/filters';
import { useQuery } from '@tanstack/react-query';
import { cache, changeAnswer, queries } from '../../lib/api/client.ts';
import {
  byCursor,
  changeRows,
  type ListView,
  pageInput,
  type RecordList,
  useListPages,
} from '../records/public.ts';
import { type PatientsSearch, patientsSearch } from './list/patients-search.ts';

/** Replaces the patient on every screen. */
export async function replacePatient(patient: Patient): Promise<void> {
  const { idUser } = patient;
  const one = queries.patients.getOne.queryKey({ input: { idUser } });
  // A list under way predates the change too.
  await cache.cancelQueries({ queryKey: patientListsKey });
  await changeAnswer(one, () => patient);
  void cache.invalidateQueries({
    queryKey: queries.patients.getMedicalHistory.key({ input: { idUser } }),
  });
  changeRows(patientList, (row) => (row.idUser === idUser ? { ...row, ...patient } : row));
}

/** Changes the cached history of a patient. */
export function changeHistory(
  idUser: string,
  change: (history: MedicalHistory) => MedicalHistory,
): Promise<void> {
  const queryKey = queries.patients.getMedicalHistory.queryKey({ input: { idUser } });
  return changeAnswer(queryKey, change);
}

/** Replaces the known record of the same id, or adds a new one at the end. */
export function withRecord<Row extends { readonly id: string }>(
  rows: readonly Row[],
  next: Row,
): Row[] {
  return rows.some(({ id }) => id === next.id)
    ? rows.map((known) => (known.id === next.id ? next : known))
    : [...rows, next];
}

/** The head of a patient's page: name, status, contact data. */
export function usePatient(idUser: string) {
  return useQuery(
    queries.patients.getOne.queryOptions({ input: { idUser }, select: ({ data }) => data }),
  );
}

/** A patient's reports, exams and appointments. */
export function useMedicalHistory(idUser: string, { enabled = true } = {}) {
  return useQuery(
    queries.patients.getMedicalHistory.queryOptions({
      input: { idUser },
      select: ({ data }) => data,
      enabled,
    }),
  );
}

/** The key of every list of patients with any filters, and of the pickers' results. */
export const patientListsKey = queries.patients.list.key();

export const patientList: RecordList<PatientPage, PatientSummary> = {
  edits: 'patients.edit',
  listsKey: patientListsKey,
  pagesKey: queries.patients.list.key({ type: 'infinite' }),
  getRows: (page) => page.userData,
  withRows: (page, rows) => ({ ...page, userData: [...rows] }),
  getId: (patient) => patient.idUser,
  countsWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { status } of gone) fewer[statusGroup(status)] -= 1;
    return { counts: fewer };
  },
};

/** The input of the list's call, by its page; an export has the same, without one. */
export function patientsInput({ search, text }: ListView<PatientsSearch>) {
  const { estatus, citas, dia, incompleta, sinAviso, orden, desde, hasta, laboratorio } = search;
  return pageInput(
    {
      status: estatus,
      upcoming: citas,
      incomplete: incompleta,
      withoutNotice: sinAviso,
      ...(citas && dia !== undefined && { upcomingIn: dia }),
      // An address may ask for the next appointment without 'Citas'.
      sort: citas || !orden.endsWith('nextAppointment') ? orden : patientsSearch.initial.orden,
      ...(desde !== undefined && { createdFrom: desde }),
      ...(hasta !== undefined && { createdTo: hasta }),
      ...(laboratorio !== undefined && { laboratory: laboratorio }),
    },
    text,
  );
}

/** The loaded pages of the list. */
export function usePatients(view: ListView<PatientsSearch>) {
  return useListPages(
    patientList,
    queries.patients.list.infiniteOptions({ ...byCursor, input: patientsInput(view) }),
  );
}
