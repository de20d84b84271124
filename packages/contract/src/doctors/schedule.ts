import * as z from 'zod';
import { recordId } from '../common/ids.ts';
import { calendarDay } from '../common/instants.ts';
import { lineText } from '../common/text.ts';

export const MAX_INTERVALS = 40;
export const MAX_ABSENCES = 200;
export const MAX_HOLIDAY_CHANGES = 200;

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Elige una hora, como 08:30.')
  .meta({ format: 'time-of-day', description: 'Hora de 24 horas, como 08:30' });

/** A weekday; 0 is Sunday. */
const weekday = z.int().min(0).max(6);

const intervalShape = {
  weekday,
  /** Wall time in the zone of the place. */
  from: timeOfDay,
  to: timeOfDay,
  /** A branch, or VIDEO_CALL; null means the clinic. */
  idBranch: recordId.nullable(),
};

/** The place of video calls, not a branch. */
export const VIDEO_CALL = 'video-call';
export const VIDEO_PLACE = { idBranch: VIDEO_CALL, name: 'Videollamada', timeZone: null } as const;

const endsAfterStart = {
  error: 'El horario termina antes de empezar. Si pasa de medianoche, divídelo en dos.',
  path: ['to'],
};

/** Hours of one weekday at one place. */
export const workingInterval = z
  .strictObject({ ...intervalShape, idBranch: intervalShape.idBranch.default(null) })
  .refine(({ from, to }) => from < to, endsAfterStart);
export type WorkingInterval = z.infer<typeof workingInterval>;

/** A working interval with the name and the zone of its place. */
export const placedInterval = z.strictObject({
  ...intervalShape,
  /** Null means the clinic, or a deleted branch, where no doctor works. */
  placeName: z.string().nullable(),
  /** Null means the clinic's time zone. */
  timeZone: z.string().nullable(),
});
export type PlacedInterval = z.infer<typeof placedInterval>;

/**
 * Time without appointments: some days, some hours of them, or the same hours of every week. Hours and days are in
 * the zone of the doctor's place.
 */
export const absence = z
  .strictObject({
    reason: lineText(120).min(1, 'Escribe el motivo.'),
    /** Null means every week. */
    firstDay: calendarDay.nullable(),
    lastDay: calendarDay.nullable(),
    /** Null means every day. */
    weekday: weekday.nullable(),
    /** Null means the whole day. */
    from: timeOfDay.nullable(),
    to: timeOfDay.nullable(),
  })
  .refine((absent) => absent.firstDay !== null || absent.weekday !== null, {
    error: 'Elige la fecha.',
    path: ['firstDay'],
  })
  .refine(({ firstDay, lastDay }) => firstDay === null || lastDay === null || firstDay <= lastDay, {
    error: 'La fecha final es anterior a la inicial.',
    path: ['lastDay'],
  })
  .refine(
    ({ from, to }) => (from === null ? to === null : to !== null && from < to),
    endsAfterStart,
  );
export type Absence = z.infer<typeof absence>;

/** A day on which the clinic is closed. */
const holiday = z.strictObject({
  day: calendarDay,
  name: lineText(80).min(1, 'Escribe el nombre del día.'),
});
export type Holiday = z.infer<typeof holiday>;

/** The differences between the clinic's holidays and the official ones. */
export const holidayChanges = z.strictObject({
  added: z.array(holiday).max(MAX_HOLIDAY_CHANGES),
  /** Official holidays on which the clinic is open. */
  removed: z.array(calendarDay).max(MAX_HOLIDAY_CHANGES),
});
export type HolidayChanges = z.infer<typeof holidayChanges>;

/** The editable fields of a doctor's schedule, with the validation rules of forms and calls. */
export const scheduleFields = {
  workingDays: z
    .array(workingInterval)
    .max(MAX_INTERVALS, `Agrega ${MAX_INTERVALS} intervalos como máximo.`),
  absences: z.array(absence).max(MAX_ABSENCES, `Agrega ${MAX_ABSENCES} bloqueos como máximo.`),
  /** Holidays of the clinic on which the doctor works. */
  workedHolidays: z.array(calendarDay).max(MAX_HOLIDAY_CHANGES),
};

/** Everything that determines when a doctor works. */
export const schedule = {
  workingDays: z.array(placedInterval),
  absences: z.array(absence),
  workedHolidays: z.array(z.string()),
  clinicHolidays: holidayChanges,
};
const scheduleSchema = z.strictObject(schedule);
export type Schedule = z.infer<typeof scheduleSchema>;
