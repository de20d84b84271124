import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/** The number of the current time step of codes, which lasts 30 seconds. */
export const halfMinute = () => Math.floor(Date.now() / 30_000);

/**
 * Codes of an authenticator app with this secret, for this time step or a later one. Each is valid once. A code
 * that is requested after slow earlier ones is still valid.
 */
export function makeCodeGenerator(uri: string): (later?: number) => Promise<string> {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const startPeriod = halfMinute();
  let last = { later: -1, step: startPeriod - 1 };
  return (later = 0) => {
    if (later > last.later) {
      last = { later, step: Math.max(startPeriod + later, last.step + 1, halfMinute()) };
    }
    return otp.hotp(later === last.later ? last.step : startPeriod + later);
  };
}
