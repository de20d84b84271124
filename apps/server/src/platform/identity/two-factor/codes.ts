import { createOTP } from '@better-auth/utils/otp';

/** The account name that an authenticator app shows. */
export const ISSUER = 'Simiente';
/** Seconds after the password within which the second step must be completed. */
export const SECOND_STEP_SECONDS = 10 * 60;

/** Seconds of a time step, which has one code. */
const PERIOD = 30;

/**
 * The time step of a code, counted from the epoch: the current step, or one before or after it, because clocks
 * differ. If two steps have the same code, the latest; null if no step has it.
 */
export async function findTimeStep(code: string, secret: string): Promise<number | null> {
  const current = Math.floor(Date.now() / 1000 / PERIOD);
  const otp = createOTP(secret, { period: PERIOD });
  for (const step of [current + 1, current, current - 1]) {
    if ((await otp.hotp(step)) === code) return step;
  }
  return null;
}

/** URI in the QR code for an authenticator app. */
export function enrolmentUri(secret: string, email: string): string {
  return createOTP(secret, { period: PERIOD }).url(ISSUER, email);
}
