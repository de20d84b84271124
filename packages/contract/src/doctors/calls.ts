import * as z from 'zod';
import { appointmentPlace, attendance } from '../appointments/calls.ts';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { emailText, lineText, storableText } from '../common/text.ts';
import { doctorSorts, LAST_DAY_PAGE } from './filters.ts';
import { schedule, scheduleFields } from './schedule.ts';

/** Minimum and maximum length in minutes of a doctor's appointments. */
export const MIN_APPOINTMENT = 5;
export const MAX_APPOINTMENT = 240;
/** Maximum length in minutes of a booking of Calendly. */
export const MAX_BOOKING = 720;
export const MAX_SPECIALTIES = 10;
/** Maximum number of appointments that are compared with a changed schedule. */
export const MAX_UPCOMING = 500;
/** Maximum days of an agenda: a month with its first and last weeks. */
export const MAX_AGENDA_DAYS = 45;

export const doctor = z.strictObject({
  idDoctor: recordId,
  name: z.string(),
  email: z.string().nullable(),
  specialties: z.array(z.string()),
  appointmentMinutes: z.int(),
  ...schedule,
  /** When the doctor was retired; null for an active doctor. */
  retiredAt: isoInstantOrNull,
  /** Appointments from now on that are not cancelled, with bookings of Calendly. */
  upcoming: z.int().min(0),
  version: z.int().min(1),
});
export type Doctor = z.infer<typeof doctor>;

export const doctorListInput = z.strictObject({
  /** Words of a name or e-mail; case and accents do not matter. */
  search: storableText(200).optional(),
  /** Active doctors, retired ones, or both. */
  state: z.literal(['active', 'retired', 'all']).default('active'),
  sort: z.literal(doctorSorts).default('name'),
  ...pageInput,
});
export type DoctorListInput = z.input<typeof doctorListInput>;

export const doctorPage = z.strictObject({ doctors: z.array(doctor), ...pageOutput });
export type DoctorPage = z.infer<typeof doctorPage>;

/** A possible duplicate. Only the name can match, because an e-mail of another doctor is rejected. */
const possibleDoctor = doctor.extend({ matched: z.array(z.literal('name')).min(1) });

const minutesError = `Escribe de ${MIN_APPOINTMENT} a ${MAX_APPOINTMENT} minutos.`;

/** The editable fields of a doctor, with the validation rules of forms and calls. */
export const doctorFields = {
  name: lineText(200).min(1, 'Escribe el nombre.'),
  email: emailText.nullable(),
  specialties: z
    .array(lineText(100).min(1, 'Escribe la especialidad.'))
    .max(MAX_SPECIALTIES, `Escribe ${MAX_SPECIALTIES} especialidades como máximo.`),
  appointmentMinutes: z
    .int(minutesError)
    .min(MIN_APPOINTMENT, minutesError)
    .max(MAX_APPOINTMENT, minutesError),
  ...scheduleFields,
};

const DAY_MS = 86_400_000;

const agendaInput = z
  .strictObject({ idDoctor: recordId, from: isoInstant, to: isoInstant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: 'El intervalo termina antes de empezar.',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_AGENDA_DAYS * DAY_MS, {
    error: `El intervalo abarca más de ${MAX_AGENDA_DAYS} días.`,
    path: ['to'],
  });

/** An appointment of either kind in an agenda; flat, because a day may have thousands. */
export const agendaRow = z.strictObject({
  id: recordId,
  /** With a doctor, created here (`doctor`) or in Calendly (`booking`), or the validation of a prescription (`recipe`). */
  kind: z.literal(['doctor', 'booking', 'recipe']),
  /** Null for a booking of an unknown person. */
  idUser: recordId.nullable(),
  /** Null for a prescription whose host is not a doctor. */
  idDoctor: recordId.nullable(),
  /** The patient, or else the booker. */
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.string(),
  attendance,
  startsAt: isoInstant,
  endsAt: isoInstant,
  place: appointmentPlace.nullable(),
  version: z.int().min(1),
});
export type AgendaRow = z.infer<typeof agendaRow>;

/** Appointments of the whole clinic on some days of its calendar. */
export const clinicDay = z.strictObject({
  /** The requested page of active doctors, and retired ones with an appointment on these days, by name. */
  doctors: z.array(doctor.omit({ upcoming: true })),
  /** Whether later pages have more doctors. */
  moreDoctors: z.boolean(),
  /**
   * Appointments of these doctors that touch the days, including cancelled ones, in order. The first page also has
   * the prescription appointments and bookings of other doctors, or of none.
   */
  appointments: z.array(agendaRow),
});
export type ClinicDay = z.infer<typeof clinicDay>;

const oneDoctor = z.strictObject({ idDoctor: recordId });

export const doctorsContract = {
  list: call('directory.read')
    .get('/v1/doctor/list', 'Una página de médicos')
    .input(doctorListInput)
    .output(doctorPage),
  getOne: call('directory.read')
    .get('/v1/doctor/get-one', 'Un médico')
    .input(oneDoctor)
    .output(doctor),
  agenda: call('patients.read', 'directory.read')
    .get(
      '/v1/doctor/agenda',
      'Las citas de un médico que tocan un intervalo, también las canceladas',
    )
    .input(agendaInput)
    .output({ appointments: z.array(agendaRow) }),
  upcoming: call('patients.read', 'directory.read')
    .get(
      '/v1/doctor/upcoming',
      'Las próximas citas de un médico que no están canceladas, también las de Calendly, 500 como máximo',
    )
    .input(oneDoctor)
    .output({ appointments: z.array(agendaRow) }),
  day: call('patients.read', 'directory.read')
    .get(
      '/v1/doctor/day',
      'Los días de la clínica: 30 médicos con sus citas, también las canceladas',
    )
    .input({
      date: calendarDay,
      /** Days from `date` on. */
      days: z.int().min(1).max(7).default(1),
      /** Pages have MAX_DAY_DOCTORS doctors and begin at 0. */
      page: z.int().min(0).max(LAST_DAY_PAGE).default(0),
    })
    .output(clinicDay),
  create: call('directory.edit')
    .post('/v1/doctor/create', 'Da de alta a un médico')
    .input({
      ...doctorFields,
      /** By default, Monday to Saturday from 8:00 to 20:00 at the clinic. */
      workingDays: doctorFields.workingDays.optional(),
      absences: doctorFields.absences.default([]),
      workedHolidays: doctorFields.workedHolidays.default([]),
    })
    .output({ doctor }),
  duplicates: call('directory.read')
    .post('/v1/doctor/duplicates', 'Médicos con el mismo nombre, diez como máximo')
    .input({ name: storableText(200).optional() })
    .output({ duplicates: z.array(possibleDoctor) }),
  update: call('directory.edit')
    .put(
      '/v1/doctor/update',
      'Cambia los datos de un médico; los datos que no se envían no cambian',
    )
    .input({
      idDoctor: recordId,
      ...z.strictObject(doctorFields).partial().shape,
      version: editedVersion,
    })
    .output({ doctor }),
  retire: call('directory.edit')
    .put(
      '/v1/doctor/retire',
      'Da de baja a un médico, que conserva su historial y ya no recibe citas, o lo reactiva',
    )
    .input({ idDoctor: recordId, retired: z.boolean(), version: editedVersion })
    .output({ doctor }),
};
