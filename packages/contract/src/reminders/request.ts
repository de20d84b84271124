import * as z from 'zod';
import { storableText, visibleText } from '../common/text.ts';
import { requestHours, requestWeekdays } from './words.ts';

export const MAX_REQUEST_LENGTH = 140;

export const EMPTY_REQUEST = 'Elige al menos un día o una hora, o escribe un mensaje.';

/** A patient's request for another time. */
export const otherTimeRequest = z
  .strictObject({
    days: z.array(z.literal(requestWeekdays)).max(requestWeekdays.length),
    hours: z.array(z.literal(requestHours)).max(requestHours.length),
    message: storableText(MAX_REQUEST_LENGTH).overwrite(visibleText).trim(),
  })
  .refine(({ days, hours, message }) => days.length + hours.length + message.length > 0, {
    error: EMPTY_REQUEST,
  });
export type OtherTimeRequest = z.infer<typeof otherTimeRequest>;
