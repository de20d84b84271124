import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { editedVersion, recordId, sentVersion } from '../common/ids.ts';
import {
  importedInstantOrNull,
  isoInstant,
  isoInstantOrNull,
  wireInstant,
} from '../common/instants.ts';
import { isStorable, lineText, storableText } from '../common/text.ts';
import { storedFile } from '../files/calls.ts';
import { partnerFields } from '../partners/fields.ts';
import { patientFields } from '../patients/fields.ts';
import { otherTimeRequest } from '../reminders/request.ts';
import { attendanceSteps } from './attendance.ts';
import { appointmentStatuses } from './statuses.ts';

/** The editable fields of an appointment, with the validation rules of forms and calls. */
export const appointmentFields = {
  status: z.literal(appointmentStatuses, 'Elige Pendiente, Asignado o Cancelado.'),
  /** Reason for the cancellation, stored only while the appointment is cancelled. */
  reason: z
    .string()
    .trim()
    .max(500, 'El motivo puede tener hasta 500 caracteres.')
    .refine(isStorable, 'El motivo contiene caracteres no permitidos.'),
};

/** The editable fields of a prescription appointment, with the validation rules of forms and calls. */
export const prescriptionAppointmentFields = {
  status: appointmentFields.status,
  type: lineText(200).nullable(),
  meetingUrl: partnerFields.website.nullable(),
};

/** The steps of a visit so far, in order; empty before the first step. */
export const attendance = z.array(
  z.strictObject({
    step: z.literal(attendanceSteps),
    at: isoInstant,
    /** The name of the author at that time; null means the patient. */
    by: z.string().nullable(),
  }),
);

/** The place of a Calendly booking that is not an online meeting. */
export const meetingPlace = z.strictObject({
  kind: z.literal(['physical', 'outbound_call', 'inbound_call', 'other']),
  /** An address, a phone, or the name of a service. */
  text: z.string(),
});
export type MeetingPlace = z.infer<typeof meetingPlace>;

/** 'Av. Reforma 12', 'Llamar al 55 1234 5678' */
export function describeMeetingPlace({ kind, text }: MeetingPlace): string {
  if (kind === 'outbound_call') return `Llamar al ${text}`;
  return kind === 'inbound_call' ? `El paciente llama al ${text}` : text;
}

export const recipeAppointment = z.strictObject({
  id: recordId,
  status: z.string(),
  attendance,
  type: z.string().nullable(),
  calendly_data: z.strictObject({
    start_time: importedInstantOrNull,
    /** Null if Calendly sent no end. */
    end_time: isoInstantOrNull,
    meeting_url: z.string().nullable(),
    place: meetingPlace.nullable(),
  }),
  /** Whether this is a visit to `doctor`, and not the validation of a prescription. */
  isVisit: z.boolean(),
  /** The host in Calendly. */
  doctor: z.strictObject({ idDoctor: recordId, name: z.string() }).nullable(),
  createDate: importedInstantOrNull,
  prescriptionExplanation: z.string().nullable(),
  /** The current prescription, then earlier ones, the latest first. */
  prescriptions: z.array(storedFile),
  version: z.int().min(1),
});
export type RecipeAppointment = z.infer<typeof recipeAppointment>;

/** The branch of an appointment, or a video call. */
export const appointmentPlace = z.strictObject({
  idBranch: recordId,
  name: z.string(),
  /** Null means the clinic's time zone. */
  timeZone: z.string().nullable(),
});
export type AppointmentPlace = z.infer<typeof appointmentPlace>;

export const doctorAppointment = z.strictObject({
  id: recordId,
  idAppointment: recordId,
  idUser: recordId,
  idDoctor: recordId,
  status: z.string(),
  attendance,
  createDate: importedInstantOrNull,
  appointmentDate: z.strictObject({
    date: importedInstantOrNull,
    /** The end, from the doctor's setting at the time of creation. */
    endDate: isoInstantOrNull,
  }),
  /** A branch; null means the clinic. */
  place: appointmentPlace.nullable(),
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
  /** The patient's request for another time than this one. */
  request: otherTimeRequest.nullable(),
  /** Whether the appointment was imported although the doctor has another one at that time. */
  overlaps: z.boolean(),
  version: z.int().min(1),
});
export type DoctorAppointment = z.infer<typeof doctorAppointment>;

/** Another appointment of the doctor at the same time. */
const collision = z.strictObject({
  /** Null for a deleted patient. */
  patientName: z.string().nullable(),
  startsAt: isoInstant,
  endsAt: isoInstant,
});

/** `details` of an APPOINTMENT_OVERLAP, with the doctor's next free times. */
export const overlapDetails = collision.extend({ freeTimes: z.array(isoInstant) });
export type OverlapDetails = z.infer<typeof overlapDetails>;

/** Another appointment of the patient at the same time: `details` of SAME_TIME, and part of the card. */
export const sameTime = z.strictObject({
  /** Null for the validation of a prescription, and for a booking of Calendly whose host is not a doctor. */
  doctorName: z.string().nullable(),
  isRecipe: z.boolean(),
  startsAt: isoInstant,
  endsAt: isoInstant,
});
export type SameTime = z.infer<typeof sameTime>;

/** Whether to book the appointment although the patient has another one at that time. */
export const despiteSameTime = z.boolean().default(false);

/** Bytes. */
export const MAX_PRESCRIPTION_SIZE = 10 * 1024 * 1024;

/** The text fields of the multipart form of a prescription's file. */
export const prescriptionFields = z.strictObject({
  idAppointment: recordId,
  version: sentVersion,
});

/** `data` of a call that changed a prescription appointment. */
export const prescriptionData = z.strictObject({ appointment: recipeAppointment });

/** Enough for the half-hour appointments of several days. */
export const MAX_FREE_TIMES = 150;

/** Maximum number of doctors offered for an appointment. */
export const MAX_OFFERED_DOCTORS = 100;

/** A doctor to choose for an appointment. */
const offeredDoctor = z.strictObject({
  idDoctor: recordId,
  name: z.string(),
  email: z.string().nullable(),
  specialties: z.array(z.string()),
  /** Whether an appointment at the requested instant is within open working time and overlaps no other one. */
  isFree: z.boolean(),
  /** Null if no time is free in the following nine weeks. */
  nextFree: isoInstantOrNull,
});
export type OfferedDoctor = z.infer<typeof offeredDoctor>;

/** An appointment after it was created or edited. */
const savedAppointment = z.strictObject({
  appointment: doctorAppointment,
  /** Whether to warn that the appointment is outside the doctor's working hours. */
  outsideWorkingHours: z.boolean(),
});

/** Facts on the card of an appointment, in addition to the appointment. */
const cardFacts = {
  patient: z.strictObject({
    idUser: recordId,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    status: z.int().nullable(),
  }),
  /** Null unless the appointment is cancelled with a reason. */
  cancellationReason: z.string().nullable(),
  sameTime: sameTime.nullable(),
  collision: collision.nullable(),
  /** The doctor's absence or holiday then; an empty text outside working hours, undefined within them. */
  closedBy: z.string().optional(),
};

/** An appointment of either kind, as its card shows it. */
export const appointmentCard = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('doctor_appointment'),
    appointment: doctorAppointment,
    ...cardFacts,
  }),
  z.strictObject({
    kind: z.literal('recipe_appointment'),
    appointment: recipeAppointment,
    /** Whether it was booked through Calendly, which is not notified of changes made here. */
    fromCalendly: z.boolean(),
    ...cardFacts,
  }),
]);
export type AppointmentCardData = z.infer<typeof appointmentCard>;

export const appointmentsContract = {
  getOne: call('patients.read')
    .get('/v1/appointment/get-one', 'Una cita médica o de receta, con su paciente')
    .input({ idAppointment: recordId })
    .output(appointmentCard),
  create: call('patients.edit')
    .post('/v1/doctor/create_appointment', 'Crea una cita de un paciente con un médico')
    .input(
      z
        .strictObject({
          idUser: recordId.optional(),
          /** Creates the patient with the appointment, instead of `idUser`. */
          newPatient: z
            .strictObject({ name: patientFields.name, phone: patientFields.phone })
            .optional(),
          idDoctor: recordId,
          /** May be in the past, because visits are also entered afterwards. */
          date: wireInstant,
          status: appointmentFields.status.default('pending'),
          despiteSameTime,
        })
        .refine(({ idUser, newPatient }) => (idUser === undefined) !== (newPatient === undefined), {
          error: 'Elige al paciente.',
          path: ['idUser'],
        }),
    )
    .output(savedAppointment),
  updateStatus: call('patients.edit')
    .put(
      '/v1/doctor/update_appointment_status',
      'Cambia el estado, la fecha y el médico de una cita médica',
    )
    .input({
      idAppointment: recordId,
      /** Absent to keep the doctor. */
      idDoctor: recordId.optional(),
      /** Absent to keep the time. */
      date: wireInstant.optional(),
      status: appointmentFields.status,
      /** Reason for the cancellation; absent to keep the reason of a cancelled appointment. */
      reason: appointmentFields.reason.optional(),
      version: editedVersion,
      despiteSameTime,
    })
    .output(savedAppointment),
  recordAttendance: call('patients.edit')
    .put(
      '/v1/appointment/attendance',
      'Registra si el paciente confirmó, llegó, está en consulta, fue atendido o no asistió',
    )
    .input({
      idAppointment: recordId,
      /** The step to record; later steps are removed. Null removes all steps. */
      step: z.literal(attendanceSteps).nullable(),
      version: z.int().min(1),
    })
    .output(appointmentCard),
  createRecipe: call('patients.edit')
    .post('/v1/recipe/create_appointment', 'Crea una cita de receta de un paciente')
    .input({
      idUser: recordId,
      /** Null for an appointment without a date. */
      date: wireInstant.nullable(),
      status: prescriptionAppointmentFields.status.default('pending'),
      type: prescriptionAppointmentFields.type,
      meetingUrl: prescriptionAppointmentFields.meetingUrl,
      despiteSameTime,
    })
    .output(prescriptionData),
  updateRecipe: call('patients.edit')
    .put(
      '/v1/recipe/update_appointment',
      'Cambia el estado, la fecha y los datos de una cita de receta',
    )
    .input({
      idAppointment: recordId,
      /** Missing fields stay unchanged. */
      date: wireInstant.nullable().optional(),
      status: prescriptionAppointmentFields.status.optional(),
      type: prescriptionAppointmentFields.type.optional(),
      meetingUrl: prescriptionAppointmentFields.meetingUrl.optional(),
      reason: appointmentFields.reason.optional(),
      version: editedVersion,
      despiteSameTime,
    })
    .output(prescriptionData),
  uploadPrescription: uploadCall('patients.edit')
    .post(
      '/v1/recipe/upload-prescription',
      'Guarda el PDF de una receta; el anterior queda en su historial',
    )
    .input(
      prescriptionFields.extend({
        file: z.file('Falta el archivo.').max(MAX_PRESCRIPTION_SIZE).mime(['application/pdf']),
      }),
    )
    .output(prescriptionData),
  freeTimes: call('patients.read')
    .get('/v1/doctor/free-times', 'Los próximos horarios disponibles de un médico')
    .input({
      idDoctor: recordId,
      from: isoInstant,
      limit: z.int().min(1).max(MAX_FREE_TIMES).default(5),
    })
    .output({ times: z.array(isoInstant) }),
  nextFree: call('patients.read', 'directory.read')
    .get(
      '/v1/doctor/next-free',
      'Los médicos activos por nombre, cada uno con su próximo horario disponible',
    )
    .input({
      from: isoInstant,
      /** Words of a name, e-mail or specialty; case and accents do not matter. */
      search: storableText(200).optional(),
      /** The appointment to move, whose time counts as free. */
      idAppointment: recordId.optional(),
    })
    .output({
      doctors: z.array(offeredDoctor).max(MAX_OFFERED_DOCTORS),
      moreDoctors: z.boolean(),
    }),
};
