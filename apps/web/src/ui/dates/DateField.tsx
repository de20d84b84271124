import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import classes from './DateField.module.css';

const Calendar = lazyOnUse(
  () => import('./Calendar.tsx'),
  () => <Skeleton className={classes.loading} aria-label="Cargando..." />,
);

export interface DateFieldProps extends TypedFieldProps {
  /** First day of the calendar, 'YYYY-MM-DD'. A user can type an earlier day, which the form rejects. */
  min?: string | undefined;
  /** Last day of the calendar. */
  max?: string | undefined;
}

/** A day, 'YYYY-MM-DD', typed as DD/MM/AAAA or picked in a calendar. */
export function DateField({ min = FIRST_DAY, max = LAST_DAY, ...props }: DateFieldProps) {
  const [opened, setOpened] = useState(false);
  const isLocked = props.readOnly === true || props.disabled === true;
  return (
    <Popover
      opened={opened && !isLocked}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      returnFocus
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <TypedInput
        {...props}
        format={typedDay}
        inputContainer={withPopoverTarget}
        leftSection={
          <ActionIcon
            size={28}
            className={classes.open ?? ''}
            aria-label="Abrir calendario"
            // Distinguishes the buttons of several fields.
            aria-description={typeof props.label === 'string' ? props.label : undefined}
            aria-haspopup="dialog"
            aria-expanded={opened}
            disabled={isLocked}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        }
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          if (event.key !== 'ArrowDown' || !event.altKey || isLocked) return;
          event.preventDefault();
          setOpened(true);
        }}
      />
      <CalendarDropdown
        day={props.value}
        min={min}
        max={max}
        onPick={(day) => {
          props.onChange(day);
          setOpened(false);
        }}
      />
    </Popover>
  );
}

/** The calendar of a `Popover`; its code is loaded when it first opens. */
export function CalendarDropdown(calendar: ComponentProps<typeof Calendar>) {
  return (
    <Popover.Dropdown role="dialog" aria-label="Calendario">
      <Calendar {...calendar} />
    </Popover.Dropdown>
  );
}

/** Places the calendar below the input, and makes a click on the button beside it count as inside. */
function withPopoverTarget(input: ReactNode) {
  return (
    <Popover.Target>
      <div>{input}</div>
    </Popover.Target>
  );
}

/** A time of day, 'HH:mm', typed in 24 hours. */
export function TimeField(props: TypedFieldProps) {
  return (
    <TypedInput
      leftSection={<IconClock size={16} stroke={1.7} aria-hidden />}
      {...props}
      format={typedTime}
    />
  );
}

/**
 * Converts between typed text and a value. An incomplete or invalid text is used unchanged as the value, so that the
 * form rejects it; it never becomes another day or hour.
 */
interface TypedFormat {
  readonly placeholder: string;
  /** The value of a text, or the text itself. */
  read(text: string): string;
  /** The text of a value. */
  show(value: string): string;
  /** Error of a value, in a sentence; undefined if it is empty or valid. */
  findProblem(value: string): string | undefined;
  /** The text after a typed character: adds the next separator, and drops a second one. */
  complete(text: string): string;
}

/** Day, month and year, and the same eight digits without separators, as phones type them. */
const DAYS = [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, /^(\d{2})(\d{2})(\d{4})$/];
/** Hours with or without minutes. Of three digits, the first is the hour only if the first two cannot be. */
const HOURS = [/^(\d{1,2})[:.](\d{2})$/, /^(\d{2})(\d{2})$/, /^([3-9])(\d{2})$/, /^(\d{2})[:.]?$/];

/** The groups of the first pattern that fits. */
function matchParts(text: string, patterns: readonly RegExp[]): readonly string[] | undefined {
  const match = patterns
    .map((pattern) => pattern.exec(text.trim()))
    .find((parts) => parts !== null);
  return match?.slice(1);
}

const twoDigits = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** A calendar day, 'YYYY-MM-DD', typed as DD/MM/AAAA. */
export const typedDay: TypedFormat = {
  placeholder: 'DD/MM/AAAA',
  read(text) {
    const [day, month, year] = matchParts(text, DAYS) ?? [];
    const value =
      year === undefined ? text.trim() : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
    return isCalendarDay(value) ? value : text;
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
    const [hour, minute = '00'] = matchParts(text, HOURS) ?? [];
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

interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A value of the format, or a partly typed text. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * An input that parses its text during typing. An invalid text stays in the field, with an error once the user
 * leaves it.
 */
function TypedInput({
  format,
  value,
  onChange,
  error,
  ...props
}: TypedFieldProps & { format: TypedFormat }) {
  const [typed, setTyped] = useState(() => format.show(value));
  const [isTyping, setTyping] = useState(false);
  // A value that differs from the typed text was set by the form.
  const text = format.read(typed) === value ? typed : format.show(value);
  const problem = isTyping && !error ? undefined : format.findProblem(value);

  function handleType(next: string) {
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
      onChange={(event) => handleType(event.currentTarget.value)}
      onBlur={(event) => {
        setTyping(false);
        setTyped(format.show(value));
        props.onBlur?.(event);
      }}
    />
  );
}
