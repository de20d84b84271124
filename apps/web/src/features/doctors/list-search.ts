import type { DoctorListInput } from '@simiente/contract/doctors';

export type DoctorState = NonNullable<DoctorListInput['state']>;

/** The filter's buttons in their order, with the word that each has in the address. */
export const stateFilters: readonly { value: DoctorState; label: string; word?: string }[] = [
  { value: 'active', label: 'Activos' },
  { value: 'retired', label: 'Retirados', word: 'retirados' },
  { value: 'all', label: 'Todos', word: 'todos' },
];

/** What of the list lives in the address: a person may share it or come back to it. */
export interface DoctorsSearch {
  estado?: string | undefined;
  orden?: '-nombre' | undefined;
}

/** Reads the address; a value that makes no sense is as good as none. */
export function readDoctorsSearch(search: Record<string, unknown>): DoctorsSearch {
  const known = stateFilters.find(({ word }) => word !== undefined && word === search.estado);
  return { estado: known?.word, orden: search.orden === '-nombre' ? '-nombre' : undefined };
}
