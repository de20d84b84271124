import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/**
 * An authenticator app with this secret: the code of this time step, or of a later one. Each is valid
 * once.
 */
export function makeCodeGenerator(uri: string): (later?: number) => Promise<string> {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const now = Math.floor(Date.now() / 30_000);
  return (later = 0) => otp.hotp(now + later);
}
