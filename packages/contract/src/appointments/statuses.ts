/** The statuses that may be set; a legacy one may be any text. */
export const appointmentStatuses = ['pending', 'assigned', 'cancelled'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

const names: Readonly<Record<string, string>> = {
  pending: 'Pendiente',
  assigned: 'Asignado',
  cancelled: 'Cancelado',
} satisfies Record<AppointmentStatus, string>;

/** A status as screens and exported records call it; an unknown one is its own text. */
export function nameOfAppointmentStatus(status: string | null): string {
  if (status === null || status === '') return 'Sin estado';
  return Object.hasOwn(names, status) ? (names[status] ?? status) : status;
}
