import type { ErrorCode } from '@simiente/contract/common/errors';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';

/** Audited actions of users on their own accounts, except signing in and out. */
export type AccountAction =
  | 'session.second_step_refused'
  /** The user confirmed their identity again. */
  | 'account.proved'
  | 'account.password_refused'
  | 'account.password_rehashed'
  | 'account.code_refused'
  | 'account.attempts_exhausted'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.recovery_codes_made'
  | 'two_factor.recovery_code_used'
  | 'account.passkey_refused'
  | 'passkey.added'
  | 'passkey.removed'
  | 'account.provider_refused'
  | 'provider.bound'
  | 'provider.removed';

/** Events of an account since its last session began. */
export interface News {
  readonly failedAttempts: number;
  /**
   * `access-changed`: another person changed how its owner signs in. `session-limit`: this sign-in ended the
   * oldest sessions.
   */
  readonly notices?: readonly ('access-changed' | 'session-limit')[];
}

/** Audits the events of sessions. If auditing fails, the audited act fails too. */
export interface SessionEvents {
  /**
   * @param how.isNewDevice whether no sign-in to the account was completed there before
   * @param how.passkey the name of the passkey that opened the session
   * @param how.provider whether an OpenID Connect provider confirmed the account
   * @param within the transaction that creates the session, if there is one
   */
  signedIn(
    request: FastifyRequest,
    staffId: string,
    how: {
      readonly isNewDevice: boolean;
      readonly passkey?: string;
      readonly provider?: boolean;
    },
    within?: Transaction,
  ): Promise<News>;
  /** The password was correct, and the sign-in waits for its second step. */
  secondStepAsked(request: FastifyRequest, email: string): Promise<void>;
  refused(request: FastifyRequest, email: string, code: ErrorCode): Promise<void>;
  signedOut(request: FastifyRequest, staffId: string): Promise<void>;
  happened(
    transaction: Transaction,
    request: FastifyRequest,
    staffId: string,
    action: AccountAction,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void>;
}
