import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { addDays, startOfDay } from '@simiente/contract/common/days';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { AgendaRow, Doctor } from '@simiente/contract/doctors/calls';
import { hasOtherClock, zoneName } from '@simiente/contract/format/dates';

const MINUTE_MS = 60_000;

/** The label of a prescription validation; the specification's spelling. */
export const PRESCRIPTIONS = 'Validación de Receta';

/** An appointment in the agenda, in the clinic's time zone instead of the browser's. */
export interface AgendaEvent extends AgendaRow {
  /** The doctor's name, where the agenda has several. */
  readonly doctor: string | null;
  readonly start: WallTime;
  readonly end: WallTime;
  /** '10:00–10:30 en Tijuana'; null if the clocks of its place and the clinic agree. */
  readonly placeHours: string | null;
  /** Whether the doctor has another appointment at the same time. */
  readonly overlaps: boolean;
  /**
   * False for: a cancelled appointment; a Calendly booking, because Calendly is not notified; a prescription
   * validation, which the call of a move does not change; a legacy status, because a move would replace the status.
   */
  readonly isMovable: boolean;
}

/** The appointments as events, in order. */
export function toEvents(
  rows: readonly AgendaRow[],
  timeZone: string,
  doctors: readonly Pick<Doctor, 'idDoctor' | 'name'>[] = [],
): AgendaEvent[] {
  const names = new Map(doctors.map(({ idDoctor, name }) => [idDoctor, name]));
  const inOrder = rows.toSorted((first, second) => (first.startsAt < second.startsAt ? -1 : 1));
  const overlapping = findOverlapping(inOrder);
  return inOrder.map((row) => ({
    ...row,
    doctor: names.get(row.idDoctor ?? '') ?? null,
    start: toWallTime(row.startsAt, timeZone),
    end: toWallTime(row.endsAt, timeZone),
    placeHours: formatPlaceHours(row, timeZone),
    overlaps: overlapping.has(row),
    isMovable: row.kind === 'doctor' && row.status !== 'cancelled' && isCurrentStatus(row.status),
  }));
}

function formatPlaceHours({ place, startsAt, endsAt }: AgendaRow, timeZone: string): string | null {
  const zone = place?.timeZone ?? null;
  if (!hasOtherClock(zone, timeZone, new Date(startsAt))) return null;
  const span = { start: toWallTime(startsAt, zone), end: toWallTime(endsAt, zone) };
  return `${formatSpan(span)} en ${zoneName(zone)}`;
}

/** Appointments that overlap another one of their doctor. @param rows in the order of their starts */
function findOverlapping(rows: readonly AgendaRow[]): ReadonlySet<AgendaRow> {
  const overlapping = new Set<AgendaRow>();
  /** For each doctor, the appointment with the latest end so far. */
  const latest = new Map<string, AgendaRow>();
  for (const row of rows) {
    if (row.idDoctor === null || row.status === 'cancelled') continue;
    const previous = latest.get(row.idDoctor);
    if (previous && previous.endsAt > row.startsAt) overlapping.add(previous).add(row);
    if (previous === undefined || row.endsAt > previous.endsAt) latest.set(row.idDoctor, row);
  }
  return overlapping;
}

/** Whether an appointment is a Calendly booking without a matching patient. */
export const isUnmatched = ({ idUser }: Pick<AgendaRow, 'idUser'>) => idUser === null;

export const displayName = ({ name }: Pick<AgendaRow, 'name'>) => name.trim() || 'Sin nombre';

/** Whether appointments can get this status; they only keep a legacy one. */
function isCurrentStatus(status: string): boolean {
  return appointmentStatuses.some((value) => value === status);
}

/** The appointment at another time or with another doctor, with the same length. */
export function moveRow(row: AgendaRow, date: string, idDoctor = row.idDoctor): AgendaRow {
  const length = Date.parse(row.endsAt) - Date.parse(row.startsAt);
  const startsAt = new Date(date).toISOString();
  return { ...row, idDoctor, startsAt, endsAt: new Date(Date.parse(date) + length).toISOString() };
}

/** Adds minutes to a wall time, ignoring clock shifts. */
export function addWallMinutes({ date, time }: WallTime, minutes: number): WallTime {
  const later = new Date(Date.parse(`${date}T${time}:00Z`) + minutes * MINUTE_MS).toISOString();
  return { date: later.slice(0, 10), time: later.slice(11, 16) };
}

/** A period of days as instants: the start of the first day, and the end of the last. */
export function toInstants(
  { first, last }: { readonly first: string; readonly last: string },
  timeZone: string,
): { from: string; to: string } {
  return {
    from: startOfDay(first, timeZone).toISOString(),
    to: startOfDay(addDays(last, 1), timeZone).toISOString(),
  };
}

/** '9:00', from '09:00'. */
export function shortTime({ time }: WallTime): string {
  return time.replace(/^0/, '');
}

/** '9:00–9:30' */
export function formatSpan({ start, end }: Pick<AgendaEvent, 'start' | 'end'>): string {
  return `${shortTime(start)}–${shortTime(end)}`;
}
