import { FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';

/**
 * How a typed text becomes a value. A text that is not complete, or not right, is its own value: the
 * form keeps and refuses it, and it never becomes another day or hour.
 */
export interface TypedFormat {
  readonly placeholder: string;
  /** The value of a text, or the text itself. */
  read(text: string): string;
  /** The text of a value. */
  show(value: string): string;
  /** What is wrong with a value, in a sentence; undefined if it is empty or right. */
  findProblem(value: string): string | undefined;
  /** The text with its next separator, after digits typed at its end. */
  complete(text: string): string;
}

/** Day, month and year, and the same eight digits without separators, as phones type them. */
const DAYS = [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, /^(\d{2})(\d{2})(\d{4})$/];
const HOURS = [/^(\d{1,2})[:.](\d{2})$/, /^(\d{2})(\d{2})$/];

/** The groups of the first pattern that fits. */
function matchParts(text: string, patterns: readonly RegExp[]): readonly string[] | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text.trim());
    if (found) return found.slice(1);
  }
  return undefined;
}

const twoDigits = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** A calendar day, 'YYYY-MM-DD', typed as DD/MM/AAAA. */
export const typedDay: TypedFormat = {
  placeholder: 'DD/MM/AAAA',
  read(text) {
    const [day, month, year] = matchParts(text, DAYS) ?? [];
    const read = year === undefined ? text.trim() : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
    return isCalendarDay(read) ? read : text;
  },
  show: (value) => (isCalendarDay(value) ? value.split('-').reverse().join('/') : value),
  findProblem(value) {
    if (value.trim() === '' || isCalendarDay(value)) return undefined;
    const [, , year] = matchParts(value, DAYS) ?? [];
    if (year === undefined) return 'Escribe la fecha completa, como 24/11/2026.';
    const [first, last] = [FIRST_DAY.slice(0, 4), LAST_DAY.slice(0, 4)];
    if (year < first || year > last) return `Escribe un año entre ${first} y ${last}.`;
    return 'Esa fecha no existe.';
  },
  complete: (text) =>
    /^(\d{2}|\d{1,2}\/\d{2})$/.test(text) ? `${text}/` : text.replace('//', '/'),
};

/** A time of day, 'HH:mm', typed in 24 hours. */
export const typedTime: TypedFormat = {
  placeholder: 'HH:MM',
  read(text) {
    const [hour, minute] = matchParts(text, HOURS) ?? [];
    const isTime = Number(hour) <= 23 && Number(minute) <= 59;
    return isTime ? `${twoDigits(hour)}:${minute}` : text;
  },
  show: (value) => value,
  findProblem: (value) =>
    value.trim() === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
      ? undefined
      : 'Escribe la hora así: 14:30.',
  complete: (text) => (/^([01]\d|2[0-3])$/.test(text) ? `${text}:` : text.replace('::', ':')),
};
