/** The statuses that may be set; a legacy one may be any text. */
export const appointmentStatuses = ['pending', 'assigned', 'cancelled'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];
