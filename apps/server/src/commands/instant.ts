import { toWallTime } from '@simiente/contract/common/wall-time';

/** '2026-11-04 15:08 UTC', for the operator of an installation. */
export function formatInstant(at: Date): string {
  const { date, time } = toWallTime(at.toISOString(), 'UTC');
  return `${date} ${time} UTC`;
}
