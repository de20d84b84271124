import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { CallContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { createDigest } from '../../platform/http/digest.ts';
import {
  consume,
  createLimiter,
  type Limit,
  requireBelow,
  toClientAddress,
} from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';
import { ACTIVE, staff } from '../../schema/staff.ts';
import { type Outbox, queuePasswordRequest } from '../mail/public.ts';
import { makeLink } from './links.ts';

/** Limits of links that are requested by e-mail. */
export interface PasswordRequestLimits {
  /** Limit per e-mail, with or without an account. */
  readonly account: Limit;
  readonly network: Limit;
}

export const DEFAULT_PASSWORD_REQUEST_LIMITS: PasswordRequestLimits = {
  account: { most: 3, windowSeconds: 60 * 60 },
  network: { most: 10, windowSeconds: 15 * 60 },
};

interface PasswordRequestParts {
  readonly pool: Pool;
  /**
   * Key of the digest by which an address is counted. The address is not counted in clear, because users sometimes
   * type their password there.
   */
  readonly secret: string;
  readonly limits: PasswordRequestLimits;
  readonly outbox: Outbox | null;
}

/**
 * Handles requests for a password link. A request reads no account, so that its work and duration are the
 * same for a known and an unknown e-mail. Above the limit of an e-mail the answer is the same, without a
 * message.
 * @throws Problem NOT_FOUND without a mail server; TOO_MANY_REQUESTS for the network
 */
export function createPasswordRequests({ pool, secret, limits, outbox }: PasswordRequestParts) {
  const digest = createDigest(secret);
  const byNetwork = createLimiter(pool, 'forgotten-address', limits.network);
  const byAccount = createLimiter(pool, 'forgotten-account', limits.account);
  return async (
    { db, origin }: Pick<CallContext, 'db' | 'origin'>,
    email: string,
  ): Promise<{ received: true }> => {
    if (outbox === null) throw new Problem('NOT_FOUND');
    await requireBelow(byNetwork, toClientAddress(origin.address ?? ''));
    const key = digest(`forgotten:${email.trim().toLowerCase()}`);
    if ((await consume(byAccount, key)) === null) {
      await db.transaction((transaction) =>
        queuePasswordRequest(transaction, { email, ...origin }),
      );
    }
    return { received: true };
  };
}

/**
 * Makes a password link for an active account, in the message with this id. A suspended or invited account
 * gets none.
 * @returns whether a link was made
 */
export function passwordLinkMaker(outbox: Outbox) {
  return async (transaction: Transaction, staffId: string, mailId: string): Promise<boolean> => {
    const [person] = await transaction
      .select({ status: staff.status })
      .from(staff)
      .where(eq(staff.id, staffId))
      .for('update');
    if (person?.status !== ACTIVE) return false;
    await makeLink(transaction, staffId, 'password', { outbox, madeBy: staffId, mailId });
    return true;
  };
}
