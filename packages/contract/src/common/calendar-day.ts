import * as z from 'zod';
import { isCalendarDay } from './days.ts';

/** A calendar day, 'YYYY-MM-DD', in the zone that the call defines. */
export const calendarDay = z.iso
  .date({ error: 'La fecha no existe', abort: true })
  .refine(isCalendarDay, 'La fecha no existe');
