import { Tooltip } from '@mantine/core';
import { type DayFormat, describeDay } from '@simiente/contract/format/dates';
import { useState } from 'react';
import classes from './DateText.module.css';

export interface DateTextProps extends Partial<DayFormat> {
  /** In any of the forms in which dates arrive. */
  value: unknown;
}

/** A date as people say it; one that is said as 'hoy' or without its year tells the whole in a tooltip. */
export function DateText({ value, ...format }: DateTextProps) {
  // What places a tooltip costs more than the rest of a row: it waits for a pointer.
  const [isPointedAt, setPointedAt] = useState(false);
  const { text, absolute, iso, isRelative } = describeDay(value, format);
  if (iso === undefined) return <span>{text}</span>;
  const isShortened = isRelative || format.year === false;
  const time = (
    <time
      className={isShortened ? `${classes.relative} si-above-link` : undefined}
      dateTime={iso}
      onPointerEnter={() => setPointedAt(true)}
    >
      {text}
    </time>
  );
  return isShortened && isPointedAt ? <Tooltip label={absolute}>{time}</Tooltip> : time;
}
