import type { FastifyRequest } from 'fastify';
import type { Origin } from '../act.ts';

/**
 * A request with this header is not a person's action (a refetch in the background), and does not
 * keep a session alive.
 */
export const BACKGROUND_HEADER = 'x-simiente-background';

/** Requests that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Where a request came from, as the audit keeps it. */
export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    background: BACKGROUND_HEADER in request.headers,
  };
}
