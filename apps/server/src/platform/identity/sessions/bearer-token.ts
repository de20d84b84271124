import { hash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { FastifyRequest } from 'fastify';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { consume, type Limit } from '../../limits/limiter.ts';
import { toClientAddress } from '../../limits/network.ts';
import { Problem } from '../../problem.ts';

/** How often a network may send tokens that are none. */
export const DEFAULT_TOKEN_LIMIT: Limit = { most: 60, windowSeconds: 10 * 60 };

/** As tokens are stored: SHA-256, base64url. */
export const hashOfToken = (token: string) => hash('sha256', token, 'base64url');

/** A token of another system, which is stored nowhere. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The token that a request of another system sends in place of a session; empty without one. */
export function readBearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

/**
 * Refuses a request whose token is none.
 * @throws Problem with `code`; TOO_MANY_REQUESTS after many from one network
 */
export async function refuseToken(
  refused: RateLimiterPostgres,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<never> {
  const throttled = await consume(refused, toClientAddress(request.ip));
  if (throttled === null) throw new Problem(code);
  throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
}
