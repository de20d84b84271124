import type { ErrorCode } from '@simiente/contract/common/errors';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';

/** What a member of the staff does with their own account, apart from coming and going. */
export type AccountAction =
  | 'session.second_step_refused'
  | 'account.password_refused'
  | 'account.code_refused'
  | 'account.attempts_exhausted'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.recovery_codes_made'
  | 'two_factor.recovery_code_used';

/** What happens to a session, for whoever keeps the audit; when that fails, it does not happen. */
export interface SessionEvents {
  /**
   * @param within the transaction that makes the session, where there is one
   * @returns how many attempts at the account failed since its last session began
   */
  signedIn(request: FastifyRequest, staffId: string, within?: Transaction): Promise<number>;
  /** The password was right, and a second step is waited for. */
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
