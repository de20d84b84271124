import * as z from 'zod';
import { despiteSameTime, meetingPlace } from '../appointments/calls.ts';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';

/** An appointment that Calendly announced for an unknown person. */
export const appointmentWithoutPatient = z.strictObject({
  idAppointment: recordId,
  status: z.string(),
  type: z.string().nullable(),
  calendly_data: z.strictObject({
    start_time: isoInstantOrNull,
    meeting_url: z.string().nullable(),
    place: meetingPlace.nullable(),
  }),
  createDate: isoInstantOrNull,
  /** The data that the booker typed in Calendly. */
  invitee: z.strictObject({ name: z.string().nullable(), email: z.string().nullable() }),
  version: z.int().min(1),
});
export type AppointmentWithoutPatient = z.infer<typeof appointmentWithoutPatient>;

const withoutPatientPage = z.strictObject({
  appointments: z.array(appointmentWithoutPatient),
  ...pageOutput,
});
export type WithoutPatientPage = z.infer<typeof withoutPatientPage>;

/** A possible patient, and the reason. */
export const suggestedPatient = z.strictObject({
  idUser: recordId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sameEmail: z.boolean(),
});
export type SuggestedPatient = z.infer<typeof suggestedPatient>;

/** An appointment after a patient was assigned or removed. */
const assignment = z.strictObject({
  idAppointment: recordId,
  idUser: recordId.nullable(),
  version: z.int().min(1),
});
export type Assignment = z.infer<typeof assignment>;

/** `details` of an APPOINTMENT_ASSIGNED: the patient of the appointment. */
export interface AssignedDetails {
  readonly idUser: string;
  readonly name: string;
}

export const calendlyContract = {
  attention: call('patients.read')
    .get(
      '/v1/recipe/attention',
      'Cuántas citas de Calendly no tienen paciente y cuántas notificaciones fallaron',
    )
    .output({ withoutPatient: z.int().min(0), failedDeliveries: z.int().min(0) }),
  withoutPatient: call('patients.read')
    .get('/v1/recipe/without-patient', 'Citas de Calendly sin paciente, las más próximas primero')
    .input(z.strictObject(pageInput))
    .output(withoutPatientPage),
  suggestedPatients: call('patients.read')
    .get(
      '/v1/recipe/suggested-patients',
      'Pacientes que podrían haber agendado una cita sin paciente',
    )
    .input({ idAppointment: recordId })
    .output({ patients: z.array(suggestedPatient) }),
  assignPatient: call('patients.edit')
    .put('/v1/recipe/assign-patient', 'Asigna a su paciente una cita que no lo tiene')
    .input({
      idAppointment: recordId,
      idUser: recordId,
      version: editedVersion,
      despiteSameTime,
    })
    .output(assignment),
  unassignPatient: call('patients.edit')
    .put('/v1/recipe/unassign-patient', 'Deja otra vez sin paciente una cita de Calendly')
    .input({ idAppointment: recordId, version: editedVersion })
    .output(assignment),
};
