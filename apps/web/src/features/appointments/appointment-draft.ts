import { appointmentStatuses, type DoctorAppointment } from '@simiente/contract/appointments';
import {
  readWallTime,
  toWallTime,
  type WallTime,
  type WallTimeReading,
} from '@simiente/contract/common/wall-time';
import { zoneName } from '@simiente/contract/format/zone-name';

type SettableStatus = (typeof appointmentStatuses)[number];

/** What the form holds: a status, and a date and time on the clinic's clocks. */
export interface Draft extends WallTime {
  readonly status: string;
  /**
   * The instant that filled the fields. While they still say it, it is what is meant, to the second and
   * in the hour that comes twice.
   */
  readonly filledFrom: string | null;
}

export interface AppointmentChange {
  readonly status: SettableStatus;
  readonly date: string;
}

export type DraftErrors = Partial<Record<'status' | 'date' | 'time', string>>;

export function draftOf(
  { status, appointmentDate: { date } }: Pick<DoctorAppointment, 'status' | 'appointmentDate'>,
  timeZone: string,
): Draft {
  return { status, ...fieldsOf(date, timeZone) };
}

/** The date and time fields that say an instant. */
export function fieldsOf(
  instant: string | null,
  timeZone: string,
): Pick<Draft, 'date' | 'time' | 'filledFrom'> {
  if (instant === null) return { date: '', time: '', filledFrom: null };
  return { ...toWallTime(instant, timeZone), filledFrom: instant };
}

export function isSame(first: Draft, second: Draft): boolean {
  return first.status === second.status && first.date === second.date && first.time === second.time;
}

/** The instant that the fields say. */
export function readDraft({ date, time, filledFrom }: Draft, timeZone: string): WallTimeReading {
  if (filledFrom !== null) {
    const filled = toWallTime(filledFrom, timeZone);
    if (filled.date === date && filled.time === time) return { kind: 'exact', instant: filledFrom };
  }
  return readWallTime({ date, time }, timeZone);
}

/** What is to be saved, or what stands in the way, field by field. */
export function checkDraft(
  draft: Draft,
  timeZone: string,
): { readonly change: AppointmentChange } | { readonly errors: DraftErrors } {
  const status = appointmentStatuses.find((settable) => settable === draft.status);
  const reading = readDraft(draft, timeZone);
  if (status !== undefined && 'instant' in reading) {
    return { change: { status, date: reading.instant } };
  }
  return {
    errors: {
      ...(status === undefined && { status: 'Elige Pendiente, Asignado o Cancelado.' }),
      ...('instant' in reading ? {} : timeErrors(draft, reading.kind, timeZone)),
    },
  };
}

function timeErrors(
  { date, time }: Draft,
  kind: 'skipped' | 'invalid',
  timeZone: string,
): DraftErrors {
  if (kind === 'skipped') {
    const zone = zoneName(timeZone);
    return { time: `Esa hora no existe ese día en ${zone}: el reloj se adelanta.` };
  }
  if (date !== '' && time !== '') return { date: 'Esa fecha no existe.' };
  return {
    ...(date === '' && { date: 'Elige la fecha.' }),
    ...(time === '' && { time: 'Elige la hora.' }),
  };
}
