import * as z from 'zod';
import { call, success } from './common/call.ts';
import { isoInstantOrNull } from './common/dates.ts';
import { recordId } from './common/ids.ts';
import { pageInput, pageOutput } from './common/pages.ts';
import { storableText } from './common/text.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora no es válida');

/** Hours of one weekday in the clinic's zone. */
export const workingDay = z
  .strictObject({
    /** 0 is Sunday. */
    weekday: z.int().min(0).max(6),
    from: timeOfDay,
    to: timeOfDay,
  })
  .refine(({ from, to }) => from < to, {
    error: 'El horario termina antes de empezar',
    path: ['to'],
  });

export const doctor = z.strictObject({
  idDoctor: recordId,
  name: z.string(),
  email: z.string().nullable(),
  specialties: z.array(z.string()),
  appointmentMinutes: z.int(),
  workingDays: z.array(workingDay),
  /** Since when they take no new appointments; null for a doctor who does. */
  retiredAt: isoInstantOrNull,
  /** Appointments from now on that are not cancelled. */
  upcoming: z.int().min(0),
  version: z.int().min(1),
});
export type Doctor = z.infer<typeof doctor>;

export const doctorListInput = z.strictObject({
  /** Part of a name or e-mail; case and accents do not matter. */
  search: storableText(200).optional(),
  /** Those who take appointments, those who no longer do, or all. */
  state: z.literal(['active', 'retired', 'all']).default('active'),
  sort: z.literal(['name', '-name']).default('name'),
  ...pageInput,
});

export const doctorPage = z.strictObject({ doctors: z.array(doctor), ...pageOutput });
export type DoctorPage = z.infer<typeof doctorPage>;

const oneDoctor = z.strictObject({ idDoctor: recordId });

export const doctorsContract = {
  list: call
    .route({ method: 'GET', path: '/v1/doctor/list', summary: 'Una página de médicos' })
    .input(doctorListInput)
    .output(success(doctorPage)),
  getOne: call
    .route({ method: 'GET', path: '/v1/doctor/get-one', summary: 'Un médico' })
    .input(oneDoctor)
    .output(success(doctor)),
};
