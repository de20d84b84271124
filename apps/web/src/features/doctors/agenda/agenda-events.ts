import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { addDays, startOfDay } from '@simiente/contract/common/days';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { DayRecipe } from '@simiente/contract/doctors/calls';

const MINUTE = 60_000;
/** The label of a prescription validation; the specification's spelling. */
export const RECIPES = 'Validación de Receta';
/** The assumed length of a prescription validation, in the grid: Calendly gives none. */
const RECIPE_MINUTES = 30;

/** An appointment in the agenda, in the clinic's time zone instead of the browser's. */
export interface AgendaEvent {
  readonly id: string;
  readonly idUser: string;
  readonly patient: DoctorAppointment['patient'];
  readonly status: string;
  readonly version: number;
  readonly attendance: DoctorAppointment['attendance'];
  readonly overlaps: boolean;
  /** Null for the validation of a prescription, which has no doctor and is moved in Calendly. */
  readonly appointment: DoctorAppointment | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly start: WallTime;
  readonly end: WallTime;
  /** Whether it can be moved: it is not cancelled, and its status is not a legacy one. */
  readonly isMovable: boolean;
}

/** The appointments that have a time, sorted by it. */
export function toEvents(
  appointments: readonly DoctorAppointment[],
  timeZone: string,
): AgendaEvent[] {
  return appointments
    .flatMap((appointment) => {
      const { date, endDate } = appointment.appointmentDate;
      if (date === null) return [];
      const endsAt = endDate ?? date;
      return [
        {
          id: appointment.id,
          idUser: appointment.idUser,
          patient: appointment.patient,
          status: appointment.status,
          version: appointment.version,
          attendance: appointment.attendance,
          overlaps: appointment.overlaps,
          appointment,
          startsAt: date,
          endsAt,
          start: toWallTime(date, timeZone),
          end: toWallTime(endsAt, timeZone),
          isMovable: appointment.status !== 'cancelled' && isSettable(appointment.status),
        },
      ];
    })
    .toSorted(byStart);
}

/** Prescription validations. Calendly gives no length, so 30 minutes are assumed. */
export function toRecipeEvents(recipes: readonly DayRecipe[], timeZone: string): AgendaEvent[] {
  return recipes.map(({ startsAt, ...recipe }) => {
    const endsAt = new Date(Date.parse(startsAt) + RECIPE_MINUTES * MINUTE).toISOString();
    return {
      ...recipe,
      overlaps: false,
      appointment: null,
      startsAt,
      endsAt,
      start: toWallTime(startsAt, timeZone),
      end: toWallTime(endsAt, timeZone),
      isMovable: false,
    };
  });
}

export function byStart(first: AgendaEvent, second: AgendaEvent): number {
  return Date.parse(first.startsAt) - Date.parse(second.startsAt);
}

function isSettable(status: string): boolean {
  return appointmentStatuses.some((settable) => settable === status);
}

/** The appointment at another time or with another doctor, with the same length. */
export function movedTo(
  appointment: DoctorAppointment,
  date: string,
  idDoctor = appointment.idDoctor,
): DoctorAppointment {
  const { date: start, endDate } = appointment.appointmentDate;
  const length = start && endDate ? Date.parse(endDate) - Date.parse(start) : 0;
  const end = new Date(Date.parse(date) + length).toISOString();
  return { ...appointment, idDoctor, appointmentDate: { date, endDate: endDate && end } };
}

/** Adds minutes to a wall time, ignoring clock shifts. */
export function addWallMinutes({ date, time }: WallTime, minutes: number): WallTime {
  const later = new Date(Date.parse(`${date}T${time}:00Z`) + minutes * MINUTE).toISOString();
  return { date: later.slice(0, 10), time: later.slice(11, 16) };
}

/** The instants at which a range of days starts and ends. */
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
