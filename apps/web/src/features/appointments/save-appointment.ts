import type { AppointmentStatus, DoctorAppointment } from '@simiente/contract/appointments';
import { api } from '../../lib/api/client.ts';
import { currentOf } from './refusals.ts';

interface AppointmentChange {
  readonly status: AppointmentStatus;
  readonly date: string;
}

interface AppointmentEdit extends AppointmentChange {
  readonly idAppointment: string;
  /** The version that the change was made from. */
  readonly version: number;
}

/** Saves an edit; one whose answer was lost before is known by what it has done. */
export async function saveAppointment(edit: AppointmentEdit) {
  try {
    return (await api.appointments.updateStatus(edit)).data;
  } catch (error) {
    const current = error instanceof Error ? currentOf(error) : undefined;
    // Our own edit, whose answer was lost: sent again, it meets what it has done itself.
    if (current && isDone(current, edit)) {
      return { appointment: current, outsideWorkingHours: false };
    }
    throw error;
  }
}

function isDone({ status, appointmentDate }: DoctorAppointment, edit: AppointmentChange): boolean {
  return (
    status === edit.status &&
    appointmentDate.date !== null &&
    Date.parse(appointmentDate.date) === Date.parse(edit.date)
  );
}
