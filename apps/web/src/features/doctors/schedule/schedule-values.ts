import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import {
  type Absence,
  type PlacedInterval,
  type Schedule,
  scheduleFields,
} from '@simiente/contract/doctors/schedule';
import { findWorkingStretch } from '@simiente/contract/doctors/working-time';
import { describeCalendarDay, formatClinicDay } from '@simiente/contract/format/dates';
import { defineFields } from '../../record-form/public.ts';

const NAMES = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const;

/** 0 is 'Domingo'. */
export function dayName(weekday: number): string {
  return NAMES[weekday] ?? '';
}

/** Weekdays in the usual order: Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** The form's values of a schedule. */
export interface ScheduleValues {
  readonly workingDays: readonly PlacedInterval[];
  readonly absences: readonly Absence[];
  readonly workedHolidays: readonly string[];
}

export const fields = defineFields<ScheduleValues, Doctor>()({
  workingDays: {
    label: 'Horario',
    rule: scheduleFields.workingDays,
    read: (intervals) =>
      intervals.map(({ placeName: _name, timeZone: _zone, ...interval }) => interval),
    show: (intervals) => inOrder(intervals).map(describeInterval).join(', ') || 'No atiende',
  },
  absences: {
    label: 'Bloqueos y vacaciones',
    rule: scheduleFields.absences,
    show: (absences) => absences.map(({ reason }) => reason).join(', ') || 'Ninguno',
  },
  workedHolidays: {
    label: 'Días festivos que atiende',
    rule: scheduleFields.workedHolidays,
    show: (days) => days.map(describeCalendarDay).join(', ') || 'Ninguno',
  },
});

export function toValues(doctor: Doctor | null): ScheduleValues {
  return {
    workingDays: doctor?.workingDays ?? [],
    absences: doctor?.absences ?? [],
    workedHolidays: doctor?.workedHolidays ?? [],
  };
}

/** From Monday on, each day in the order of its hours. */
export function inOrder(intervals: readonly PlacedInterval[]): PlacedInterval[] {
  return intervals.toSorted(
    (one, other) =>
      WEEK.indexOf(one.weekday as 0) - WEEK.indexOf(other.weekday as 0) ||
      one.from.localeCompare(other.from),
  );
}

const shortHour = (time: string) => time.replace(/^0/, '');

/** '9:00–13:00' */
export function describeHours({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): string {
  return `${shortHour(from)}–${shortHour(to)}`;
}

/** 'Clínica', 'Tijuana', 'Sucursal eliminada' */
export function describePlace({
  idBranch,
  placeName,
}: Pick<PlacedInterval, 'idBranch' | 'placeName'>): string {
  return idBranch === null ? 'Clínica' : (placeName ?? 'Sucursal eliminada');
}

function describeInterval(interval: PlacedInterval): string {
  return `${dayName(interval.weekday)} ${describeHours(interval)} (${describePlace(interval)})`;
}

/** Minutes of a week or a day. */
export function countMinutes(intervals: readonly PlacedInterval[]): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return intervals.reduce((sum, { from, to }) => sum + minutes(to) - minutes(from), 0);
}

/** '8 h', '7 h 30 min' */
export function describeMinutes(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
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

/** Whether an appointment is within a schedule. */
function isWithin(appointment: DoctorAppointment, schedule: Schedule, timeZone: string): boolean {
  const { date, endDate } = appointment.appointmentDate;
  const time = { startsAt: new Date(date ?? ''), endsAt: new Date(endDate ?? date ?? '') };
  return findWorkingStretch(time, schedule, timeZone) !== undefined;
}

/** The appointments inside one schedule and outside another one. */
export function findTouched(
  appointments: readonly DoctorAppointment[],
  before: Schedule,
  after: Schedule,
  timeZone: string,
): DoctorAppointment[] {
  return appointments.filter(
    (one) => isWithin(one, before, timeZone) && !isWithin(one, after, timeZone),
  );
}

/** The appointments during an absence. */
export function findInside(
  appointments: readonly DoctorAppointment[],
  absence: Absence,
  schedule: Schedule,
  timeZone: string,
): DoctorAppointment[] {
  const free = { ...schedule, absences: [] };
  return findTouched(appointments, free, { ...free, absences: [absence] }, timeZone);
}
