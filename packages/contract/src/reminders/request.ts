import * as z from 'zod';
import { storableText } from '../common/text.ts';

export const requestDays = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab'] as const;
export const requestHours = ['8-12', '12-16', '16-20'] as const;

export const requestDayNames: Readonly<Record<(typeof requestDays)[number], string>> = {
  lun: 'Lun',
  mar: 'Mar',
  mie: 'Mié',
  jue: 'Jue',
  vie: 'Vie',
  sab: 'Sáb',
};

export const LONGEST_REQUEST = 140;

/** A patient's request for another time. */
export const otherTimeRequest = z
  .strictObject({
    days: z.array(z.literal(requestDays)).max(requestDays.length),
    hours: z.array(z.literal(requestHours)).max(requestHours.length),
    message: storableText(LONGEST_REQUEST).trim(),
  })
  .refine(({ days, hours, message }) => days.length + hours.length + message.length > 0, {
    error: 'Elige al menos un día o una hora, o escribe un mensaje.',
  });
export type OtherTimeRequest = z.infer<typeof otherTimeRequest>;

/** A request in one line: 'Mar, Mié · 16 a 20 · «Después de las 17»'. */
export function describeRequest({ days, hours, message }: OtherTimeRequest): string {
  return [
    days.map((day) => requestDayNames[day]).join(', '),
    hours.map((span) => span.replace('-', ' a ')).join(', '),
    message && `«${message}»`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
