/** The statuses that users can set; a legacy status may be any text. */
export const appointmentStatuses = ['pending', 'assigned', 'cancelled'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

const names: Readonly<Record<string, string>> = {
  pending: 'Pendiente',
  assigned: 'Asignado',
  cancelled: 'Cancelado',
} satisfies Record<AppointmentStatus, string>;

/** A status in the words of screens and exported records; an unknown status stays as it is. */
export function formatAppointmentStatus(status: string | null): string {
  if (status === null || status === '') return 'Sin estado';
  return Object.hasOwn(names, status) ? (names[status] ?? status) : status;
}
