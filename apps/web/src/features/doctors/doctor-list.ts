import type { Doctor, DoctorListInput, DoctorPage } from '@simiente/contract/doctors/calls';
import { invalidate, queries, showAnswer } from '../../lib/api/client.ts';
import { type ListView, listQuery, pageInput, useListPages } from '../records/public.ts';
import type { DoctorsSearch } from './doctors-search.ts';

const doctorList = {
  getRows: (page: DoctorPage) => page.doctors,
  getId: ({ idDoctor }: Doctor) => idDoctor,
};

const states: Readonly<Record<DoctorsSearch['estado'], NonNullable<DoctorListInput['state']>>> = {
  activos: 'active',
  retirados: 'retired',
  todos: 'all',
};

/** The input of the list's call for a page; an export sends it without a page. */
export function doctorsInput({ search: { estado, orden }, text }: ListView<DoctorsSearch>) {
  return pageInput({ state: states[estado], sort: orden }, text);
}

export function useDoctors(view: ListView<DoctorsSearch>) {
  return useListPages(doctorList, listQuery(queries.doctors.list, doctorsInput(view)));
}

/** Replaces the doctor on every screen. */
export async function showDoctor(next: Doctor): Promise<void> {
  const { idDoctor } = next;
  await showAnswer(queries.doctors.getOne.queryKey({ input: { idDoctor } }), next);
  void invalidate(queries.doctors.list.key());
}
