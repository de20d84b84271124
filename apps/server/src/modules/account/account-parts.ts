import type { Identity } from '../../platform/identity/identity.ts';
import type { SessionQuestions } from '../../platform/identity/session-questions.ts';
import type { SessionLimits } from '../../platform/identity/sessions.ts';

export interface AccountParts {
  readonly identity: Identity;
  readonly questions: SessionQuestions;
  readonly sessionLimits: SessionLimits;
  readonly requireTwoFactor: boolean;
}
