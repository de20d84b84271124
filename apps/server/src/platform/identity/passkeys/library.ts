import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { ISSUER } from '../two-factor/codes.ts';

/** The library's calls on passkeys, which are bound to a domain. */
export function createPasskeyPlugin(domain: string): BetterAuthPlugin {
  return passkey({
    rpID: domain,
    rpName: ISSUER,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) =>
        requireVerifiedUser(registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) =>
        requireVerifiedUser(authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  });
}

/** Enforces user verification: the library requests it from the browser, but accepts an answer without it. */
function requireVerifiedUser(isVerified = false): void {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
