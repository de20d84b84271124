import type { SignInAttempts } from '../../platform/identity/attempts.ts';
import type { Identity } from '../../platform/identity/identity.ts';
import type { SessionLimits } from '../../platform/identity/sessions.ts';

/** What the calls of the own account work with. */
export interface AccountParts {
  readonly identity: Identity;
  readonly attempts: SignInAttempts;
  readonly sessionLimits: SessionLimits;
  readonly requireTwoFactor: boolean;
}
