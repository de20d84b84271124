import { appointmentFields, type DoctorAppointment } from '@simiente/contract/appointments/calls';
import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { isInstant } from '@simiente/contract/common/dates';
import {
  readWallTime,
  toWallTime,
  type WallTime,
  type WallTimeReading,
} from '@simiente/contract/common/wall-time';
import { formatAppointment, zoneName } from '@simiente/contract/format/dates';
import { typedDay, typedTime } from '../../../ui/dates/DateField.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { ToneSelect } from '../../../ui/status/ToneSelect.tsx';
import { defineFields, type FieldValues, type RecordForm } from '../../record-form/public.ts';
import { appointmentStatus, offeredStatuses } from '../appointment-cache.ts';

/** Date and time in the clinic's time zone, as typed. */
export interface DateTimeValue extends WallTime {
  /**
   * The instant that filled the fields. It is used while they are unchanged, because the fields lose its seconds
   * and, when clocks go back, the choice between two equal hours.
   */
  readonly filledFrom: string | null;
}

export function toDateTime(instant: string | null, timeZone: string): DateTimeValue {
  if (!isInstant(instant)) return { date: '', time: '', filledFrom: null };
  return { ...toWallTime(instant, timeZone), filledFrom: instant };
}

export function parseDateTime(
  { date, time, filledFrom }: DateTimeValue,
  timeZone: string,
): WallTimeReading {
  if (filledFrom !== null) {
    const filled = toWallTime(filledFrom, timeZone);
    if (filled.date === date && filled.time === time) return { kind: 'exact', instant: filledFrom };
  }
  return readWallTime({ date, time }, timeZone);
}

export function appointmentFieldsIn(timeZone: string) {
  return defineFields<{
    readonly status: string;
    readonly appointmentDate: Pick<DoctorAppointment['appointmentDate'], 'date'>;
  }>()({
    status: {
      label: 'Estado',
      initial: 'pending',
      rule: appointmentFields.status,
      show: (status) => <StatusPill {...appointmentStatus(status)} />,
    },
    when: {
      label: 'Fecha y hora',
      initial: toDateTime(null, timeZone),
      from: ({ appointmentDate }) => toDateTime(appointmentDate.date, timeZone),
      rule: dateTimeRule(timeZone),
      isSame: (first, second) => first.date === second.date && first.time === second.time,
      show: (when) => <DateTimeText when={when} timeZone={timeZone} />,
    },
  });
}

export type AppointmentValues = FieldValues<ReturnType<typeof appointmentFieldsIn>>;

/** Converts the fields to an instant, or returns errors for the date or the time. */
function dateTimeRule(timeZone: string) {
  return {
    safeParse: (when: unknown) => {
      const reading = parseDateTime(when as DateTimeValue, timeZone);
      if ('instant' in reading) return { data: reading.instant };
      return { error: { issues: timeIssues(when as DateTimeValue, reading.kind, timeZone) } };
    },
  };
}

function timeIssues({ date, time }: DateTimeValue, kind: 'skipped' | 'invalid', timeZone: string) {
  if (kind === 'skipped') {
    const zone = zoneName(timeZone);
    const message = `Esa hora no existe ese día en ${zone} por el cambio de horario.`;
    return [{ path: ['time'], message }];
  }
  const problems = [
    { path: ['date'], message: date === '' ? 'Elige la fecha.' : typedDay.findProblem(date) },
    { path: ['time'], message: time === '' ? 'Elige la hora.' : typedTime.findProblem(time) },
  ];
  return problems.flatMap(({ path, message }) => (message ? [{ path, message }] : []));
}

function DateTimeText({ when, timeZone }: { when: DateTimeValue; timeZone: string }) {
  const reading = parseDateTime(when, timeZone);
  if (!('instant' in reading)) return formatAppointment(null);
  return <AppointmentTime instant={reading.instant} />;
}

interface StatusSelectProps {
  form: Pick<RecordForm<AppointmentValues, unknown>, 'values' | 'input' | 'edit'>;
  /** The edited appointment; without one, a new one. A legacy status is shown, but cannot be chosen again. */
  base?: Pick<DoctorAppointment, 'status' | 'attendance'> | null;
}

export function StatusSelect({ form, base }: StatusSelectProps) {
  const { status: original, attendance } = base ?? { status: 'pending', attendance: [] };
  const isLegacy = !appointmentStatuses.some((status) => status === original);
  const options = [
    ...offeredStatuses({ status: original, attendance }).map((status) => ({
      value: status as string,
      disabled: false,
    })),
    ...(isLegacy ? [{ value: original, disabled: true }] : []),
  ];
  return (
    <ToneSelect
      {...form.input('status')}
      data-autofocus
      value={form.values.status}
      options={options.map((option) => ({ ...option, ...appointmentStatus(option.value) }))}
      onChange={(status) => form.edit({ status })}
    />
  );
}
