import { formatClinicTime, hasOtherClock, zoneName } from './dates.ts';

interface Place {
  /** Null means the clinic's zone. */
  readonly timeZone: string | null;
}

/** The zone of an appointment's place if its clock differs from the clinic's; null otherwise. */
export function findOtherZone(
  instant: string,
  place: Place | null,
  clinicTimeZone: string,
): string | null {
  const zone = place?.timeZone ?? null;
  return hasOtherClock(zone, clinicTimeZone, new Date(instant)) ? zone : null;
}

/** The time at the place, which is named if its clock differs: 'mié 2 dic, 12:00 · Tijuana'. */
export function formatPlaceTime(
  instant: string,
  place: Place | null,
  clinicTimeZone: string,
): string {
  const zone = findOtherZone(instant, place, clinicTimeZone);
  const time = formatClinicTime(instant, zone ?? clinicTimeZone);
  return zone === null ? time : `${time} · ${zoneName(zone)}`;
}
