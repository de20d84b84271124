import {
  clinicMidnight,
  DAY,
  HOUR,
  isWorkingDay,
  OPENING_HOUR,
  SLOT,
  SLOTS_PER_DAY,
  slotStart,
} from './dates.ts';
import type { BuilderContext } from './random.ts';
import type { DoctorRecord } from './records.ts';

export interface Booking {
  doctor: DoctorRecord;
  /** Milliseconds since the epoch. */
  start: number;
}

/** Finds a doctor and a free half hour at the wanted time or the next one after it. */
export type Book = (context: BuilderContext, wanted: number) => Booking;

/** The first doctors of the list are the busier ones. */
const BUSIER_FIRST = 1.4;

/**
 * The agendas of doctors over a span of time, one bit per half hour: memory depends on doctors and days,
 * not on patients.
 */
export function createCalendar(
  doctors: readonly DoctorRecord[],
  { from, to }: { from: number; to: number },
): Book {
  const firstDay = clinicMidnight(from);
  const days = Math.ceil((to - firstDay) / DAY) + 1;
  const slots = days * SLOTS_PER_DAY;
  const taken = doctors.map(() => new Uint8Array(slots));

  const firstFree = (agenda: Uint8Array, wanted: number): number | null => {
    for (let slot = slotAt(firstDay, wanted); slot < slots; slot += 1) {
      const midnight = firstDay + Math.floor(slot / SLOTS_PER_DAY) * DAY;
      if (agenda[slot] === 0 && isWorkingDay(midnight)) return slot;
    }
    return null;
  };

  return ({ faker }, wanted) => {
    const drawn = Math.floor(doctors.length * faker.number.float() ** BUSIER_FIRST);
    for (let step = 0; step < doctors.length; step += 1) {
      const index = (drawn + step) % doctors.length;
      const agenda = taken[index];
      const doctor = doctors[index];
      if (agenda === undefined || doctor === undefined) break;
      const slot = firstFree(agenda, wanted);
      if (slot === null) continue;
      agenda[slot] = 1;
      const midnight = firstDay + Math.floor(slot / SLOTS_PER_DAY) * DAY;
      return { doctor, start: slotStart(midnight, slot % SLOTS_PER_DAY) };
    }
    throw new RangeError(`${doctors.length} doctors are too few for this many appointments`);
  };
}

/** The first slot that does not start before the instant. */
function slotAt(firstDay: number, instant: number): number {
  const day = Math.max(0, Math.floor((instant - firstDay) / DAY));
  const sinceOpening = instant - (firstDay + day * DAY + OPENING_HOUR * HOUR);
  const slot = Math.min(SLOTS_PER_DAY, Math.max(0, Math.ceil(sinceOpening / SLOT)));
  return day * SLOTS_PER_DAY + slot;
}
