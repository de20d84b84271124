import { Checkbox } from '@mantine/core';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { zoneName } from '@simiente/contract/format/dates';
import { TimeField } from '../../ui/dates/DateField.tsx';
import type { RecordForm } from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { type DayField, type DoctorValues, dayName, WEEK } from './doctor-values.ts';
import classes from './WorkingDays.module.css';

type DoctorForm = RecordForm<DoctorValues, Doctor>;

/** Working days and hours of a doctor, by the clinic's clocks. */
export function WorkingDays({ form }: { form: DoctorForm }) {
  const timeZone = useClinicTimeZone();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Horario (hora de {zoneName(timeZone)})</legend>
      {WEEK.map((weekday) => (
        <DayHours key={weekday} form={form} field={`day${weekday}`} />
      ))}
    </fieldset>
  );
}

function DayHours({ form, field }: { form: DoctorForm; field: DayField }) {
  const day = form.values[field];
  const name = dayName(day.weekday);
  const error = form.errors[field];
  const hour = (end: 'from' | 'to') => ({
    value: day[end],
    readOnly: form.isSaving,
    error: error !== undefined,
    onChange: (value: string) => form.edit({ [field]: { ...day, [end]: value } }),
  });
  return (
    <div className={classes.day}>
      <Checkbox
        className={classes.name}
        label={name}
        checked={day.works}
        disabled={form.isSaving}
        onChange={(event) => form.edit({ [field]: { ...day, works: event.currentTarget.checked } })}
      />
      {day.works ? (
        <div className={classes.hours}>
          <TimeField aria-label={`${name}, desde`} {...hour('from')} />
          <span aria-hidden>a</span>
          <TimeField aria-label={`${name}, hasta`} {...hour('to')} />
        </div>
      ) : (
        <span className={classes.closed}>No atiende</span>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </div>
  );
}
