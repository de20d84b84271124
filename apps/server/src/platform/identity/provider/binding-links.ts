import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../database/database.ts';

/**
 * Links with which a person without a session binds an account: invitations, and those that
 * administration made. One that its owner asked for by e-mail is none.
 */
export interface BindingLinks {
  /**
   * @returns what finds the link again; its token is stored nowhere
   * @throws Problem with the reason why it cannot be used
   */
  find(request: FastifyRequest, token: string): Promise<string>;
  /** Uses it up and activates an invited account. */
  use(
    transaction: Transaction,
    request: FastifyRequest,
    input: { readonly link: string; readonly name?: string | undefined },
  ): Promise<{ readonly staffId: string; readonly kind: string }>;
}
