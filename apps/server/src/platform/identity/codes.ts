import { createOTP } from '@better-auth/utils/otp';

/** Whose the account is, as an application of codes shows it. */
export const ISSUER = 'Simiente';
/** Seconds after the password in which the second step may be made. */
export const SECOND_STEP_SECONDS = 10 * 60;

/** Seconds that one code stands. */
const PERIOD = 30;
/**
 * Which half minute since the epoch a code is of: this one, or a neighbour for clocks that differ;
 * null for none of them. The latest, should two of them have the same code.
 */
export async function stepOf(
  code: string,
  secret: string,
  now = Date.now(),
): Promise<number | null> {
  const current = Math.floor(now / 1000 / PERIOD);
  const otp = createOTP(secret, { period: PERIOD });
  for (const step of [current + 1, current, current - 1]) {
    if ((await otp.hotp(step)) === code) return step;
  }
  return null;
}

/** The code that an application shows now. */
export function currentCode(secret: string): Promise<string> {
  return createOTP(secret, { period: PERIOD }).totp();
}
