import { parseWireDate } from '@simiente/contract/common/dates';
import type { BuilderContext } from './random.ts';
import type { LegacyDate } from './records.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** America/Mexico_City keeps UTC-6 all year since 30 October 2022; all dates here are later. */
const CLINIC_OFFSET = -6 * HOUR;
export const OPENING_HOUR = 8;
/** Half-hour appointments from 08:00 to the last one, at 19:30. */
export const SLOTS_PER_DAY = 24;
export const SLOT = 30 * MINUTE;
const SUNDAY = 0;

/** Midnight in the clinic's zone of the day that contains the instant. */
export function clinicMidnight(instant: number): number {
  return Math.floor((instant + CLINIC_OFFSET) / DAY) * DAY - CLINIC_OFFSET;
}

/** The clinic opens from Monday to Saturday. */
export function isWorkingDay(midnight: number): boolean {
  return new Date(midnight + CLINIC_OFFSET).getUTCDay() !== SUNDAY;
}

/** The start of the slot with this number, of the day that starts at `midnight`. */
export function slotStart(midnight: number, slot: number): number {
  return midnight + OPENING_HOUR * HOUR + slot * SLOT;
}

/** A half hour within opening hours, on the day of the instant or the next working one. */
export function buildClinicTime({ faker }: BuilderContext, near: number): number {
  const midnight = clinicMidnight(near);
  const day = isWorkingDay(midnight) ? midnight : midnight + DAY;
  return slotStart(day, faker.number.int({ min: 0, max: SLOTS_PER_DAY - 1 }));
}

/** An instant between the two, to the second; the earlier one for an empty range. */
export function buildInstant({ faker }: BuilderContext, from: number, to: number): number {
  const seconds = Math.floor((to - from) / 1000);
  return seconds <= 0 ? from : from + faker.number.int({ min: 0, max: seconds }) * 1000;
}

/** Builders write dates as ISO 8601 in UTC. */
export function iso(instant: number): string {
  return new Date(instant).toISOString();
}

/** The instant of a record's date in any form; `otherwise` if it is invalid. */
export function toInstant(date: LegacyDate | null | undefined, otherwise: number): number {
  const parsed = parseWireDate(date);
  return parsed instanceof Date ? parsed.getTime() : otherwise;
}
