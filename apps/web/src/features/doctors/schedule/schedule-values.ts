import { toWallTime } from '@simiente/contract/common/wall-time';
import type { AgendaRow, Doctor } from '@simiente/contract/doctors/calls';
import {
  type Absence,
  type PlacedInterval,
  type Schedule,
  scheduleFields,
} from '@simiente/contract/doctors/schedule';
import { appliesOn, findWorkingSpan } from '@simiente/contract/doctors/working-time';
import { describeCalendarDay, formatClinicDay } from '@simiente/contract/format/dates';
import { defineFields, type FieldValues, type RecordForm } from '../../record-form/public.ts';
import { toMinutes } from '../agenda/grid/doctor-columns.ts';

const NAMES = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const;

/** 0 is 'Domingo'. */
export function dayName(weekday: number): string {
  return NAMES[weekday] ?? '';
}

/** Weekdays in the usual order: Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

export const fields = defineFields<Doctor>()({
  workingDays: {
    label: 'Horario',
    initial: [] as readonly PlacedInterval[],
    rule: scheduleFields.workingDays,
    read: (intervals) =>
      intervals.map(({ placeName: _name, timeZone: _zone, ...interval }) => interval),
    show: (intervals) => inOrder(intervals).map(describeInterval).join(', ') || 'No atiende',
  },
  absences: {
    label: 'Bloqueos y vacaciones',
    initial: [] as readonly Absence[],
    rule: scheduleFields.absences,
    show: (absences) => absences.map(({ reason }) => reason).join(', ') || 'Ninguno',
  },
  workedHolidays: {
    label: 'Días festivos que atiende',
    initial: [] as readonly string[],
    rule: scheduleFields.workedHolidays,
    show: (days) => days.map(describeCalendarDay).join(', ') || 'Ninguno',
  },
});

/** The form of the page, which its cards read and edit. */
export interface ScheduleCardProps {
  form: Pick<
    RecordForm<FieldValues<typeof fields>, Doctor>,
    'values' | 'errors' | 'isSaving' | 'edit'
  >;
}

/** Sorts from Monday on, and by hour. */
export function inOrder(intervals: readonly PlacedInterval[]): PlacedInterval[] {
  return intervals.toSorted(
    (first, second) =>
      WEEK.indexOf(first.weekday as 0) - WEEK.indexOf(second.weekday as 0) ||
      first.from.localeCompare(second.from),
  );
}

const shortHour = (time: string) => time.replace(/^0/, '');

/** '9:00–13:00' */
export function describeHours({ from, to }: Pick<PlacedInterval, 'from' | 'to'>): string {
  return `${shortHour(from)}–${shortHour(to)}`;
}

export type Place = Pick<PlacedInterval, 'idBranch' | 'placeName' | 'timeZone'>;

/** 'Clínica', 'Tijuana', 'Sucursal eliminada' */
export function describePlace({ idBranch, placeName }: Place): string {
  return idBranch === null ? 'Clínica' : (placeName ?? 'Sucursal eliminada');
}

function describeInterval(interval: PlacedInterval): string {
  return `${dayName(interval.weekday)} ${describeHours(interval)} (${describePlace(interval)})`;
}

export function countMinutes(intervals: readonly PlacedInterval[]): number {
  return intervals.reduce((sum, { from, to }) => sum + toMinutes(to) - toMinutes(from), 0);
}

/** '8 h', '7 h 30 min' */
export function describeMinutes(minutes: number): string {
  const remainder = minutes % 60;
  return `${Math.floor(minutes / 60)} h${remainder === 0 ? '' : ` ${remainder} min`}`;
}

/** '21 dic 2026 – 3 ene 2027', 'jue 3 dic 2026, 9:00–14:00', 'Cada martes, 12:00–13:00' */
export function describeAbsence({ firstDay, lastDay, weekday, from, to }: Absence): string {
  const oneDay = (day: string) => formatClinicDay(new Date(`${day}T00:00:00Z`), 'UTC');
  const range =
    firstDay === null
      ? ''
      : firstDay === lastDay
        ? oneDay(firstDay)
        : `${describeCalendarDay(firstDay)} – ${lastDay === null ? 'sin fin' : describeCalendarDay(lastDay)}`;
  const every = weekday === null ? '' : `Cada ${dayName(weekday).toLowerCase()}`;
  const days = [every, range].filter(Boolean).join(', ');
  return from === null || to === null ? days : `${days}, ${describeHours({ from, to })}`;
}

function isInHours({ startsAt, endsAt }: AgendaRow, schedule: Schedule, timeZone: string): boolean {
  const time = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  return findWorkingSpan(time, schedule, timeZone) !== undefined;
}

/** Appointments that the new schedule newly excludes: outside its hours, or within its absences. */
export function findAffected(
  appointments: readonly AgendaRow[],
  before: Schedule,
  after: Schedule,
  timeZone: string,
): AgendaRow[] {
  return appointments.filter((appointment) => {
    const isAbsent = ({ absences }: Schedule) =>
      absences.some((absence) => isDuring(appointment, absence, timeZone));
    return (
      (isInHours(appointment, before, timeZone) && !isInHours(appointment, after, timeZone)) ||
      (isAbsent(after) && !isAbsent(before))
    );
  });
}

/** Whether an appointment touches an absence, by the clock of the appointment's place, also outside working hours. */
export function isDuring(
  { startsAt, endsAt, place }: AgendaRow,
  absence: Absence,
  clinicTimeZone: string,
): boolean {
  const { from, to } = absence;
  const timeZone = place?.timeZone ?? clinicTimeZone;
  const start = toWallTime(startsAt, timeZone);
  const end = toWallTime(endsAt, timeZone);
  return (
    appliesOn(absence, start.date) &&
    (from === null ||
      to === null ||
      (start.time < to && (from < end.time || start.date < end.date)))
  );
}
