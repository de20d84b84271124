import type { FastifyRequest } from 'fastify';
import type { Origin } from '../act.ts';

/** A request with this header is a background refetch, and does not keep a session alive. */
export const BACKGROUND_HEADER = 'x-simiente-background';

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin of a request, as the audit stores it. */
export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    background: BACKGROUND_HEADER in request.headers,
  };
}
