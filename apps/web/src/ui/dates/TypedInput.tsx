import { TextInput, type TextInputProps } from '@mantine/core';
import { FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { useState } from 'react';

/**
 * How a typed text becomes a value. A text that is not complete, or not right, is its own value: the
 * form keeps and rejects it, and it never becomes another day or hour.
 */
interface TypedFormat {
  readonly placeholder: string;
  /** The value of a text, or the text itself. */
  read(text: string): string;
  /** The text of a value. */
  show(value: string): string;
  /** Error of a value, in a sentence; undefined if it is empty or valid. */
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

export interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A value of the format, or a partly typed text. */
  value: string;
  onChange: (value: string) => void;
}

interface TypedInputProps extends TypedFieldProps {
  format: TypedFormat;
}

/**
 * An input that parses its text during typing. An invalid text stays in the field, with an error once the user
 * leaves it.
 */
export function TypedInput({ format, value, onChange, error, ...props }: TypedInputProps) {
  const [typed, setTyped] = useState(() => format.show(value));
  const [isTyping, setTyping] = useState(false);
  // Another value than that of the typed text came from outside.
  const text = format.read(typed) === value ? typed : format.show(value);
  const problem = isTyping && !error ? undefined : format.findProblem(value);

  function take(next: string) {
    const isLonger = next.length > text.length;
    const completed = isLonger ? format.complete(next) : next;
    setTyping(true);
    setTyped(completed);
    onChange(format.read(completed));
  }

  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      placeholder={format.placeholder}
      {...props}
      value={text}
      error={problem ?? error}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={(event) => {
        setTyping(false);
        setTyped(format.show(value));
        props.onBlur?.(event);
      }}
    />
  );
}
