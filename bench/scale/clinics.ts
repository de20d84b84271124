/** Calls of one clinic a day: ten users, each of whom opens about 600 screens and makes 30 changes. */
export const CALLS_PER_CLINIC = 6_300;

/** Share of a day's calls by hour, from midnight; all clinics are in one zone. */
export const SHARE_BY_HOUR: readonly number[] = [
  0, 0, 0, 0, 0, 0, 0.005, 0.02, 0.075, 0.11, 0.13, 0.12, 0.1, 0.065, 0.055, 0.07, 0.09, 0.085,
  0.05, 0.02, 0.005, 0, 0, 0,
];

const HOUR = 3_600;

/** Requests per second of this many clinics in an hour of the day. */
export function getRate(clinics: number, hour: number): number {
  return (clinics * CALLS_PER_CLINIC * (SHARE_BY_HOUR[hour] ?? 0)) / HOUR;
}
