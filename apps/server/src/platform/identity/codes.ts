import { randomBytes } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';

/** Whose the account is, as an application of codes shows it. */
export const ISSUER = 'Simiente';
/** Seconds after the password in which the second step may be made. */
export const SECOND_STEP_SECONDS = 10 * 60;
export const RECOVERY_CODES = 10;

/** Seconds that one code stands. */
const PERIOD = 30;
/** Without look-alikes; 32 of them, so that all are equally likely. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes of ten characters, about 50 bits each, for who has lost the telephone. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    grouped([...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')),
  );
}

/** A recovery code as it was made, however it was typed. */
export function readRecoveryCode(typed: string): string {
  return grouped(typed.toLowerCase().replaceAll(/[\s-]/g, ''));
}

function grouped(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

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
