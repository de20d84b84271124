import { parseWireDate } from '@simiente/contract/common/dates';
import type { BuilderContext } from './random.ts';
import type { DoctorRecord, LegacyDate } from './records.ts';

/** Durations and instants are in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** America/Mexico_City keeps UTC-6 all year since 30 October 2022; all dates here are later. */
const CLINIC_OFFSET = -6 * HOUR;
const OPENING_HOUR = 8;
/** Half-hour appointments from 08:00 to 19:30. */
const SLOTS_PER_DAY = 24;
const SLOT = 30 * MINUTE;
const SUNDAY = 0;

/** Midnight in the clinic's zone of the day that contains the instant. */
function clinicMidnight(instant: number): number {
  return Math.floor((instant + CLINIC_OFFSET) / DAY) * DAY - CLINIC_OFFSET;
}

/** The clinic opens from Monday to Saturday. */
function isWorkingDay(midnight: number): boolean {
  return new Date(midnight + CLINIC_OFFSET).getUTCDay() !== SUNDAY;
}

/** The start of the slot with this number, on the day that starts at `midnight`. */
function slotStart(midnight: number, slot: number): number {
  return midnight + OPENING_HOUR * HOUR + slot * SLOT;
}

/** A half hour within opening hours, on the day of the instant or the next working day. */
export function buildClinicTime({ faker }: BuilderContext, instant: number): number {
  const midnight = clinicMidnight(instant);
  const day = isWorkingDay(midnight) ? midnight : midnight + DAY;
  return slotStart(day, faker.number.int({ min: 0, max: SLOTS_PER_DAY - 1 }));
}

/** An instant in a range, to the second; `from` if the range is empty. */
export function buildInstant({ faker }: BuilderContext, from: number, to: number): number {
  const seconds = Math.floor((to - from) / 1000);
  return seconds <= 0 ? from : from + faker.number.int({ min: 0, max: seconds }) * 1000;
}

/** Builders write dates as ISO 8601 in UTC. */
export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

/** The instant of a record's date in any form; `fallback` if it is invalid. */
export function toInstant(date: LegacyDate | null | undefined, fallback: number): number {
  const parsed = parseWireDate(date);
  return parsed instanceof Date ? parsed.getTime() : fallback;
}

interface Booking {
  doctor: DoctorRecord;
  /** Milliseconds since the epoch. */
  start: number;
}

/** Finds a doctor and a free half hour at the wanted time or after it. */
export type Book = (context: BuilderContext, wanted: number) => Booking;

/** Exponent of a random number; more than 1 prefers the first doctors of the list. */
const DOCTOR_SKEW = 1.4;

/** The agendas of doctors, who are free at every half hour of the opening hours until `to`. */
export function createCalendar(doctors: readonly DoctorRecord[], to: number): Book {
  const agendas = doctors.map((doctor) => ({ doctor, taken: new Set<number>() }));
  return ({ faker }, wanted) => {
    const first = Math.floor(agendas.length * faker.number.float() ** DOCTOR_SKEW);
    for (const { doctor, taken } of [...agendas.slice(first), ...agendas.slice(0, first)]) {
      let start = findSlot(wanted);
      while (taken.has(start)) start = findSlot(start + SLOT);
      if (start > to) continue;
      taken.add(start);
      return { doctor, start };
    }
    throw new RangeError(`${doctors.length} doctors are too few for this many appointments`);
  };
}

/** The first half hour of the opening hours that does not start before the instant. */
function findSlot(instant: number): number {
  const midnight = clinicMidnight(instant);
  const slot = Math.max(0, Math.ceil((instant - midnight - OPENING_HOUR * HOUR) / SLOT));
  const isOpen = slot < SLOTS_PER_DAY && isWorkingDay(midnight);
  return isOpen ? slotStart(midnight, slot) : findSlot(midnight + DAY);
}
