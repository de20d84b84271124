// This file is separate from the schemas, so that screens do not load Zod.

import type { RequestDays } from '../clinic/calls.ts';
import { addDays } from '../common/days.ts';
import { typedKeys } from '../common/lists.ts';
import { getWeekday, listHolidays } from '../doctors/holidays.ts';
import type { HolidayChanges } from '../doctors/schedule.ts';

/** The rights of a person over their data: ARCO, limitation of use, revocation of consent. */
export const requestKindNames = {
  access: 'Acceso',
  rectification: 'Rectificación',
  cancellation: 'Cancelación',
  opposition: 'Oposición',
  limitation: 'Limitación de uso',
  revocation: 'Revocación del consentimiento',
} as const;
export type RequestKind = keyof typeof requestKindNames;
export const requestKinds = typedKeys(requestKindNames);

export const requestAnswers = ['granted', 'partly', 'denied'] as const;
export type RequestAnswer = (typeof requestAnswers)[number];

export const requestAnswerNames: Readonly<Record<RequestAnswer, string>> = {
  granted: 'Procede',
  partly: 'Procede en parte',
  denied: 'No procede',
};

export const requestStates = ['open', 'closed'] as const;

/** Deadlines of the LFPDPPP of 20 March 2025. The clinic can change them, because counsel must confirm them. */
export const DEFAULT_REQUEST_DAYS: RequestDays = { answer: 20, carryOut: 15 };

const SUNDAY = 0;
const SATURDAY = 6;

/** The nth business day after a day: weekends and the clinic's holidays do not count. */
export function addBusinessDays(day: string, days: number, changes: HolidayChanges): string {
  // More than a third of all days are business days. The year allows for many added holidays.
  const last = addDays(day, days * 3 + 365);
  const holidays = new Set(listHolidays(changes, day, last).map((holiday) => holiday.day));
  let current = day;
  let remaining = days;
  while (remaining > 0) {
    current = addDays(current, 1);
    const weekday = getWeekday(current);
    if (weekday !== SUNDAY && weekday !== SATURDAY && !holidays.has(current)) remaining -= 1;
  }
  return current;
}

/** How a patient received the privacy notice. */
export const receiptWays = ['paper', 'email', 'screen'] as const;
export type ReceiptWay = (typeof receiptWays)[number];

export const receiptWayNames: Readonly<Record<ReceiptWay, string>> = {
  paper: 'En papel',
  email: 'Por correo',
  screen: 'En pantalla o por enlace',
};
