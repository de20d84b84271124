import * as z from 'zod';
import { isoInstantOrNull } from './common/dates.ts';
import { recordId } from './common/ids.ts';

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
  status: z.string(),
  createDate: isoInstantOrNull,
  appointmentDate: z.strictObject({ date: isoInstantOrNull }),
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
  version: z.int().min(1),
});
export type DoctorAppointment = z.infer<typeof doctorAppointment>;
