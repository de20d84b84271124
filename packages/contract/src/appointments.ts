import * as z from 'zod';
import { call, success } from './common/call.ts';
import { isoInstant, isoInstantOrNull, wireInstant } from './common/dates.ts';
import { recordId } from './common/ids.ts';
import { editedVersion } from './common/versions.ts';

/** What an appointment's status may be set to; a legacy one may hold any text. */
export const appointmentStatuses = ['pending', 'assigned', 'cancelled'] as const;

export const recipeAppointment = z.strictObject({
  id: recordId,
  status: z.string(),
  type: z.string().nullable(),
  calendly_data: z.strictObject({
    start_time: isoInstantOrNull,
    meeting_url: z.string().nullable(),
  }),
  createDate: isoInstantOrNull,
  prescriptionExplanation: z.string().nullable(),
  version: z.int().min(1),
});
export type RecipeAppointment = z.infer<typeof recipeAppointment>;

export const doctorAppointment = z.strictObject({
  id: recordId,
  idAppointment: recordId,
  idUser: recordId,
  idDoctor: recordId,
  status: z.string(),
  createDate: isoInstantOrNull,
  appointmentDate: z.strictObject({
    date: isoInstantOrNull,
    /** When it ends, by the doctor's setting at the time. */
    endDate: isoInstantOrNull,
  }),
  doctor: z.strictObject({
    name: z.string(),
    specialty_formatted: z.array(z.string()),
    email: z.string().nullable(),
  }),
  patient: z.strictObject({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  /** Imported as it was, at the same time as another one. */
  overlaps: z.boolean(),
  version: z.int().min(1),
});
export type DoctorAppointment = z.infer<typeof doctorAppointment>;

/** `details` of an APPOINTMENT_OVERLAP: with whom, when, and the doctor's next free times. */
export interface OverlapDetails {
  readonly patientName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly freeTimes: readonly string[];
}

/** `details` of a STALE_VERSION of an appointment. */
export interface StaleAppointmentDetails {
  readonly current: DoctorAppointment;
}

export const LARGEST_FREE_TIMES = 50;

export const appointmentsContract = {
  updateStatus: call
    .route({
      method: 'PUT',
      path: '/v1/doctor/update_appointment_status',
      summary: 'Cambia el estado y la fecha de una cita médica',
    })
    .input(
      z.strictObject({
        idAppointment: recordId,
        date: wireInstant,
        status: z.literal(appointmentStatuses),
        version: editedVersion,
      }),
    )
    .output(
      success(
        z.strictObject({
          appointment: doctorAppointment,
          /** Saved, and worth a word: it lies outside the doctor's working hours. */
          outsideWorkingHours: z.boolean(),
        }),
      ),
    ),
  freeTimes: call
    .route({
      method: 'GET',
      path: '/v1/doctor/free-times',
      summary: 'Las próximas horas libres de un médico, dentro de su horario',
    })
    .input(
      z.strictObject({
        idDoctor: recordId,
        from: isoInstant,
        limit: z.int().min(1).max(LARGEST_FREE_TIMES).default(5),
      }),
    )
    .output(success(z.strictObject({ times: z.array(isoInstant) }))),
};
