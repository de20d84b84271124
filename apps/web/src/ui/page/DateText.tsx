import { type DayFormat, describeDay } from '@simiente/contract/format/dates';
import { useContext } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import { Hint } from '../hint/Hint.tsx';
import classes from './DateText.module.css';

export interface DateTextProps extends Partial<Omit<DayFormat, 'timeZone'>> {
  /** In any of the forms in which dates arrive. */
  value: unknown;
}

/** A date in words; one shown as 'hoy' or without its year has the full date in a tooltip. */
export function DateText({ value, ...format }: DateTextProps) {
  const timeZone = useContext(ClinicTimeZone);
  const { text, absolute, iso, isRelative } = describeDay(value, { ...format, timeZone });
  if (iso === undefined) return <span>{text}</span>;
  const isShortened = isRelative || format.year === false;
  if (!isShortened) return <time dateTime={iso}>{text}</time>;
  return (
    <Hint label={absolute}>
      <time className={`${classes.relative} si-above-link`} dateTime={iso}>
        {text}
      </time>
    </Hint>
  );
}
