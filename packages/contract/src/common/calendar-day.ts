import * as z from 'zod';
import { isCalendarDay } from './days.ts';

/** A day of the calendar, 'YYYY-MM-DD'; in which zone, the call says that takes it. */
export const calendarDay = z.iso
  .date('La fecha no existe')
  .refine(isCalendarDay, 'La fecha no existe');
