import { bothOrders } from '../common/lists.ts';

/**
 * Statuses that staff can set: 1 Registro, 2 Test, 3 Abordaje Gral, 4 Acciones. A legacy status may be any number.
 */
export const patientStatuses = [1, 2, 3, 4] as const;
export type SettablePatientStatus = (typeof patientStatuses)[number];

/**
 * The filter's groups of patient statuses: 0 all, 1 Registro, 2 Test, 3 Abordaje, and 4 Acciones, which includes
 * any other number and a missing status.
 */
export const statusFilters = [0, 1, 2, 3, 4] as const;
export type StatusFilter = (typeof statusFilters)[number];
export type StatusGroup = Exclude<StatusFilter, 0>;

/** The name of a status on all screens. */
export const statusNames: Readonly<Record<StatusGroup, string>> = {
  1: 'Registro',
  2: 'Test',
  3: 'Abordaje Gral',
  4: 'Acciones',
};

export function statusGroup(status: number | null): StatusGroup {
  return status === 1 || status === 2 || status === 3 ? status : 4;
}

export const patientSorts = bothOrders(
  'createDate',
  'lastConnection',
  'name',
  'status',
  'nextAppointment',
);
export type PatientSort = (typeof patientSorts)[number];

/** Options of the filter by next appointment, in the clinic's zone; `week` is seven days from today. */
export const upcomingSpans = ['today', 'tomorrow', 'week'] as const;
export type UpcomingSpan = (typeof upcomingSpans)[number];
