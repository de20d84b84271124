import {
  type DayFormat,
  describeDay,
  formatLongDay,
  type ZonedDayFormat,
} from '@simiente/contract/format/dates';
import { useContext } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import { Hint } from '../hint/Hint.tsx';
import classes from './DateText.module.css';

interface DateTextProps extends Partial<Omit<DayFormat, 'timeZone'>> {
  /** Date in any form of the legacy back end. */
  value: unknown;
}

/** A date in words. A date shown as 'hoy' or without its year has the full date in a tooltip. */
export function DateText({ value, ...options }: DateTextProps) {
  const format = { ...options, timeZone: useContext(ClinicTimeZone) };
  const { text, iso, isRelative } = describeDay(value, format);
  if (iso === undefined) return <span>{text}</span>;
  const isShortened = isRelative || options.year === false;
  if (!isShortened) return <time dateTime={iso}>{text}</time>;
  return (
    <Hint label={<LongDay value={value} format={format} />}>
      <time className={`${classes.relative} si-above-link`} dateTime={iso}>
        {text}
      </time>
    </Hint>
  );
}

/** A component, so that a list formats only the date under the pointer. */
function LongDay({ value, format }: { value: unknown; format: ZonedDayFormat }) {
  return formatLongDay(value, format);
}
