import { Checkbox, TextInput } from '@mantine/core';
import { zoneName } from '@simiente/contract/format/zone-name';
import { useClinicTimeZone } from '../session/public.ts';
import type { DraftDay } from './doctor-draft.ts';
import classes from './WorkingDays.module.css';
import { dayName } from './weekdays.ts';

interface WorkingDaysProps {
  days: readonly DraftDay[];
  errors: Readonly<Record<number, string>>;
  readOnly: boolean;
  onChange: (days: readonly DraftDay[]) => void;
}

/** On which days a doctor sees patients, and from when to when, by the clinic's clocks. */
export function WorkingDays({ days, errors, readOnly, onChange }: WorkingDaysProps) {
  const timeZone = useClinicTimeZone();
  const edit = (weekday: number, fields: Partial<DraftDay>) =>
    onChange(days.map((day) => (day.weekday === weekday ? { ...day, ...fields } : day)));

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Horario (hora de {zoneName(timeZone)})</legend>
      {days.map((day) => (
        <DayHours
          key={day.weekday}
          day={day}
          error={errors[day.weekday]}
          readOnly={readOnly}
          onChange={(fields) => edit(day.weekday, fields)}
        />
      ))}
    </fieldset>
  );
}

interface DayHoursProps {
  day: DraftDay;
  error: string | undefined;
  readOnly: boolean;
  onChange: (fields: Partial<DraftDay>) => void;
}

function DayHours({ day, error, readOnly, onChange }: DayHoursProps) {
  const name = dayName(day.weekday);
  return (
    <div className={classes.day}>
      <Checkbox
        className={classes.name}
        label={name}
        checked={day.works}
        disabled={readOnly}
        onChange={(event) => onChange({ works: event.currentTarget.checked })}
      />
      {day.works ? (
        <div className={classes.hours}>
          <TextInput
            type="time"
            aria-label={`${name}, desde`}
            value={day.from}
            readOnly={readOnly}
            error={error !== undefined}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <span aria-hidden>a</span>
          <TextInput
            type="time"
            aria-label={`${name}, hasta`}
            value={day.to}
            readOnly={readOnly}
            error={error !== undefined}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </div>
      ) : (
        <span className={classes.closed}>No atiende</span>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </div>
  );
}
