import * as z from 'zod';
import { parseWireDate } from './dates.ts';
import { dayWithoutHour, isCalendarDay } from './days.ts';

/** Output: an instant as ISO 8601 in UTC. */
export const isoInstant = z.iso.datetime().meta({ description: 'Instante ISO 8601 en UTC' });
export const isoInstantOrNull = isoInstant.nullable();

/** Output: a date of a record that may be imported. Invalid dates of an export stay texts. */
export const importedInstantOrNull = z
  .union([
    isoInstant,
    z
      .string()
      .refine((text) => parseWireDate(text) === 'invalid')
      .meta({ description: 'El texto de una exportación que no es una fecha, como venía' }),
  ])
  .nullable();

export const HOUR_MISSING = 'Falta la hora.';

/** Input: an instant in any wire format. Impossible dates and days without an hour are rejected. */
export const wireInstant = z
  .union([
    z.string().max(40),
    z.number(),
    z.strictObject({ _seconds: z.number(), _nanoseconds: z.number().optional() }),
  ])
  .refine((value) => dayWithoutHour(value) === undefined, { error: HOUR_MISSING, abort: true })
  .refine((value) => parseWireDate(value) instanceof Date, 'La fecha no existe.')
  .meta({
    format: 'wire-instant',
    description: 'Instante: ISO 8601, milisegundos o segundos, o {_seconds, _nanoseconds}',
  });

/** A calendar day, 'YYYY-MM-DD', in the zone that the call defines. */
export const calendarDay = z.iso
  .date({ error: 'La fecha no existe.', abort: true })
  .refine(isCalendarDay, 'La fecha no existe.');
