import '@mantine/dates/styles.css';
import 'dayjs/locale/es.js';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { formatLongDay } from '@simiente/contract/format/dates';
import { use } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import classes from './Calendar.module.css';

interface CalendarProps {
  /** The chosen day, 'YYYY-MM-DD'; any other text means no choice. */
  day: string;
  min: string;
  max: string;
  onPick: (day: string) => void;
}

const LABELS = {
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
};

/** A month in Spanish, Monday first. The chosen day gets the focus, otherwise today in the clinic. */
export default function Calendar({ day, min, max, onPick }: CalendarProps) {
  const timeZone = use(ClinicTimeZone);
  const today = dayIn(timeZone, new Date());
  const chosen = isCalendarDay(day) ? day : null;
  const focused = clamp(chosen ?? today, min, max);
  return (
    <FocusTrap>
      <div>
        <DatePicker
          locale="es"
          firstDayOfWeek={1}
          weekendDays={[]}
          defaultDate={focused}
          value={chosen}
          minDate={min}
          maxDate={max}
          allowDeselect={false}
          highlightToday
          hideOutsideDates
          size="sm"
          ariaLabels={LABELS}
          getDayAriaLabel={(date) => formatLongDay(date, { timeZone })}
          getDayProps={(date) => ({
            // Today in the clinic's calendar, not the browser's.
            'data-today': date === today || undefined,
            'aria-current': date === today ? 'date' : undefined,
            'aria-pressed': date === chosen,
            'data-autofocus': date === focused || undefined,
          })}
          // Escape closes the calendar and not the dialog around it.
          __stopPropagation
          classNames={classes}
          onChange={(date) => {
            if (date !== null) onPick(date);
          }}
        />
      </div>
    </FocusTrap>
  );
}

function clamp(day: string, min: string, max: string): string {
  if (day < min) return min;
  return day > max ? max : day;
}
