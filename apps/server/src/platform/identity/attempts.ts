import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { consume, createLimiter, type Throttled } from '../limits/limiter.ts';

/** Failed sign-ins that one account, or one address, may have within the window. */
export interface AttemptLimits {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

export const DEFAULT_ATTEMPT_LIMITS: AttemptLimits = {
  perAccount: 10,
  perAddress: 50,
  windowSeconds: 15 * 60,
};

/** Counts sign-ins that failed, in PostgreSQL, so that all processes share the figures. */
export interface SignInAttempts {
  /**
   * Counts an attempt before its password is looked at, so that simultaneous ones cannot slip by.
   * @returns null, or why it may not go on
   */
  begin(email: string, address: string): Promise<Throttled | null>;
  /**
   * Takes back what `begin` counted, and forgives the account its earlier failures.
   * @param begun how often `begin` was called on the way
   */
  succeeded(email: string, address: string, begun?: number): Promise<void>;
}

/**
 * @param secret keys the digest that stands for an account: what was typed as an e-mail may be a
 *   password, and is kept nowhere
 */
export function createSignInAttempts(
  pool: Pool,
  limits: AttemptLimits,
  secret: string,
): SignInAttempts {
  const accountKey = (email: string) =>
    createHmac('sha256', secret)
      .update('account:')
      .update(email.trim().toLowerCase())
      .digest('base64url');
  const { perAccount, perAddress, windowSeconds } = limits;
  const byAccount = createLimiter(pool, 'sign-in-account', { most: perAccount, windowSeconds });
  const byAddress = createLimiter(pool, 'sign-in-address', { most: perAddress, windowSeconds });
  return {
    async begin(email, address) {
      return (
        (await consume(byAddress, networkOf(address))) ??
        (await consume(byAccount, accountKey(email)))
      );
    },
    async succeeded(email, address, begun = 1) {
      await byAddress.reward(networkOf(address), begun);
      await byAccount.delete(accountKey(email));
    },
  };
}

/** As some proxies hand an address on: with its port, which is another one for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** Somebody with IPv6 has a whole /64 of addresses to rotate through; it counts as one. */
export function networkOf(said: string): string {
  const [, six, four] = WITH_PORT.exec(said) ?? [];
  const address = six ?? four ?? said;
  if (address.startsWith('::ffff:') && address.includes('.'))
    return address.slice('::ffff:'.length);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...middle, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
