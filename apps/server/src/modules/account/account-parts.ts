import type { Identity } from '../../platform/identity/identity.ts';
import type { SessionQuestions } from '../../platform/identity/session-questions.ts';
import type { SessionLimits } from '../../platform/identity/sessions.ts';

/** What the calls of the own account work with. */
export interface AccountParts {
  readonly identity: Identity;
  readonly questions: SessionQuestions;
  readonly sessionLimits: SessionLimits;
  readonly requireTwoFactor: boolean;
}
