import {
  type AppointmentStatus,
  type DoctorAppointment,
  doctorAppointment,
  type OverlapDetails,
} from '@simiente/contract/appointments';
import { parseWireDate } from '@simiente/contract/common/dates';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';

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

/** With whom the doctor is at that time, when that is what an edit was refused for. */
export function overlapOf(error: Error | null): OverlapDetails | undefined {
  const details = detailsOf(error, 'APPOINTMENT_OVERLAP');
  return isOverlap(details) ? details : undefined;
}

/** The appointment as somebody else left it, when that is what an edit was refused for. */
export function currentOf(error: Error | null): DoctorAppointment | undefined {
  return doctorAppointment.safeParse(staleDetails(error)).data;
}

function detailsOf(error: Error | null, code: ApiFailure['code']): Record<string, unknown> {
  const isIt = error instanceof ApiFailure && error.code === code;
  return isIt && typeof error.details === 'object' ? { ...error.details } : {};
}

function isOverlap(details: object): details is OverlapDetails {
  const { patientName, startsAt, endsAt, freeTimes }: Partial<Record<string, unknown>> = {
    ...details,
  };
  return (
    (typeof patientName === 'string' || patientName === null) &&
    isInstant(startsAt) &&
    isInstant(endsAt) &&
    Array.isArray(freeTimes) &&
    freeTimes.every(isInstant)
  );
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && parseWireDate(value) instanceof Date;
}
