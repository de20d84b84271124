import type { Doctor } from '@simiente/contract/doctors/calls';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import { findWorkingSpan } from '@simiente/contract/doctors/working-time';
import { formatAppointment, zoneName } from '@simiente/contract/format/dates';
import { DateField, TimeField } from '../../../ui/dates/DateField.tsx';
import { FieldWarning } from '../../../ui/form/FieldWarning.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import type { RecordForm } from '../../record-form/public.ts';
import {
  type AppointmentValues,
  type DateTimeValue,
  parseDateTime,
  toDateTime,
} from './appointment-fields.tsx';
import classes from './DateTimeFields.module.css';

export type DateTimeForm = Pick<RecordForm<AppointmentValues, unknown>, 'values' | 'part'>;

interface DateTimeFieldsProps {
  form: DateTimeForm;
  timeZone: string;
  isOptional?: boolean;
  onType?: (typed: { readonly date?: string }) => void;
}

/** Date and time in the clinic's time zone, with their UTC equivalent below. */
export function DateTimeFields({
  form,
  timeZone,
  isOptional = false,
  onType,
}: DateTimeFieldsProps) {
  const date = form.part('when.date');
  const time = form.part('when.time');
  const reading = parseDateTime(form.values.when, timeZone);
  return (
    <>
      <div className={classes.when}>
        <DateField
          {...date}
          value={form.values.when.date}
          label={isOptional ? 'Fecha (opcional)' : 'Fecha'}
          required={!isOptional}
          withAsterisk={false}
          aria-describedby="appointment-utc"
          onChange={(day) => {
            date.onChange(day);
            onType?.({ date: day });
          }}
        />
        <TimeField
          {...time}
          value={form.values.when.time}
          label={`Hora (${zoneName(timeZone)})`}
          required={!isOptional}
          withAsterisk={false}
          aria-describedby="appointment-utc"
          onChange={(typed) => {
            time.onChange(typed);
            onType?.({});
          }}
        />
      </div>
      <p id="appointment-utc" className={classes.utc} aria-live="polite">
        {'instant' in reading && `En UTC: ${formatAppointment(reading.instant)}.`}
        {reading.kind === 'repeated' && ' Esa hora ocurre dos veces ese día; se toma la primera.'}
      </p>
    </>
  );
}

/** The chosen time in the zones of its place and the clinic, and in UTC. */
export function ChosenTime({ when, timeZone, doctor }: TimeWarningProps) {
  const reading = parseDateTime(when, timeZone);
  if (!('instant' in reading)) return null;
  const workingTime = doctor && findStretch(new Date(reading.instant), timeZone, doctor);
  const {
    idBranch = null,
    placeName: name = null,
    timeZone: zone = null,
  } = workingTime?.interval ?? {};
  const place = idBranch === null || name === null ? null : { idBranch, name, timeZone: zone };
  return <AppointmentTime instant={reading.instant} place={place} />;
}

export function takeTime(
  form: Pick<RecordForm<AppointmentValues, unknown>, 'edit' | 'forgetFailure'>,
  freeTime: string,
  timeZone: string,
): void {
  form.edit({ when: toDateTime(freeTime, timeZone) });
  // The last rejection was about another time.
  form.forgetFailure();
  document.querySelector<HTMLElement>('[data-path="when.time"]')?.focus();
}

const MINUTE_MS = 60_000;

interface TimeWarningProps {
  when: DateTimeValue;
  timeZone: string;
  /** Undefined until a doctor is chosen and loaded. */
  doctor?: (Schedule & Pick<Doctor, 'appointmentMinutes'>) | undefined;
}

/** Warns of a past time or one outside working hours, which can still be saved. */
export function TimeWarning({ when, timeZone, doctor }: TimeWarningProps) {
  const reading = parseDateTime(when, timeZone);
  const warnings =
    'instant' in reading ? findWarnings(new Date(reading.instant), timeZone, doctor) : [];
  return <FieldWarning sentences={warnings} />;
}

function findStretch(
  startsAt: Date,
  timeZone: string,
  doctor: NonNullable<TimeWarningProps['doctor']>,
) {
  const endsAt = new Date(startsAt.getTime() + doctor.appointmentMinutes * MINUTE_MS);
  return findWorkingSpan({ startsAt, endsAt }, doctor, timeZone);
}

function findWarnings(
  startsAt: Date,
  timeZone: string,
  doctor: TimeWarningProps['doctor'],
): readonly string[] {
  const isPast = startsAt.getTime() < Date.now();
  const isOutside = doctor !== undefined && !findStretch(startsAt, timeZone, doctor);
  return [
    ...(isPast ? ['Esa hora ya pasó; la cita se guardará en el historial.'] : []),
    ...(isOutside ? ['Está fuera del horario del médico.'] : []),
  ];
}
