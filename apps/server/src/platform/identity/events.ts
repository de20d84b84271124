import type { auditActionWords } from '@simiente/contract/audit/action-words';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';

/** Audited actions of users on their own accounts, except signing in. */
export type AccountAction = Extract<
  keyof typeof auditActionWords,
  | 'session.second_step_refused'
  | 'session.ended'
  | `${'account' | 'two_factor' | 'passkey' | 'provider'}.${string}`
>;

/** Notices shown after a sign-in: events of the account since its last session began, and of this sign-in. */
export interface SignInSummary {
  readonly failedAttempts: number;
  /**
   * `access-changed`: another person changed how the owner signs in. `session-limit`: this sign-in ended the
   * oldest sessions.
   */
  readonly notices?: readonly ('access-changed' | 'session-limit')[];
}

/** Audits the events of sessions. If auditing fails, the audited action fails too. */
export interface SessionEvents {
  /**
   * @param how.isNewDevice whether the request's browser is no known device of the account
   * @param how.passkey the name of the passkey that opened the session
   * @param how.provider whether an OpenID Connect provider confirmed the account
   * @param transaction creates the session
   */
  auditSignIn(
    request: FastifyRequest,
    staffId: string,
    how: {
      readonly isNewDevice: boolean;
      readonly passkey?: string;
      readonly provider?: boolean;
    },
    transaction: Transaction,
  ): Promise<SignInSummary>;
  /** The password was correct or the provider confirmed the account; the sign-in waits for its second step. */
  auditSecondStep(request: FastifyRequest, email: string): Promise<void>;
  auditRejection(request: FastifyRequest, email: string, code: ErrorCode): Promise<void>;
  record(
    transaction: Transaction,
    request: FastifyRequest,
    staffId: string,
    action: AccountAction,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void>;
}
