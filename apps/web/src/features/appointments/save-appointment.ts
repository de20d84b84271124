import {
  type DoctorAppointment,
  doctorAppointment,
  type OverlapDetails,
  overlapDetails,
  type SameTime,
  sameTime,
} from '@simiente/contract/appointments/calls';
import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';

interface AppointmentChange {
  readonly status: AppointmentStatus;
  readonly date: string;
  /** Missing keeps the doctor. */
  readonly idDoctor?: string;
}

interface AppointmentEdit extends AppointmentChange {
  readonly idAppointment: string;
  /** Version that the change is based on. */
  readonly version: number;
  /** Although the patient has another appointment then. */
  readonly despiteSameTime?: boolean;
}

/** Saves an edit. A repetition after a lost answer succeeds if the record already has its values. */
export async function saveAppointment(edit: AppointmentEdit) {
  try {
    return (await api.appointments.updateStatus(edit)).data;
  } catch (error) {
    const current = error instanceof Error ? parseCurrent(error) : undefined;
    // The first attempt was saved, but its answer was lost: the repetition finds its own version stale.
    if (current && isAlreadySaved(current, edit)) {
      return { appointment: current, outsideWorkingHours: false };
    }
    throw error;
  }
}

function isAlreadySaved(
  { status, appointmentDate, idDoctor }: DoctorAppointment,
  edit: AppointmentChange,
): boolean {
  return (
    status === edit.status &&
    idDoctor === (edit.idDoctor ?? idDoctor) &&
    appointmentDate.date !== null &&
    Date.parse(appointmentDate.date) === Date.parse(edit.date)
  );
}

/** Details of an overlap, if that is why the edit was rejected. */
export function parseOverlap(error: Error | null): OverlapDetails | undefined {
  return overlapDetails.safeParse(getDetails(error, 'APPOINTMENT_OVERLAP')).data;
}

/** The patient's other appointment at the same time, if that is why nothing was saved. */
export function parseSameTime(error: Error | null): SameTime | undefined {
  return sameTime.safeParse(getDetails(error, 'SAME_TIME')).data;
}

/** The current appointment, if the edit was rejected because another user changed it. */
export function parseCurrent(error: Error | null): DoctorAppointment | undefined {
  return doctorAppointment.safeParse(staleDetails(error)).data;
}

function getDetails(error: Error | null, code: ApiFailure['code']): Record<string, unknown> {
  const isIt = error instanceof ApiFailure && error.code === code;
  return isIt && typeof error.details === 'object' ? { ...error.details } : {};
}
