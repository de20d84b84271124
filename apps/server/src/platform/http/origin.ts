import type { FastifyRequest } from 'fastify';
import { BACKGROUND_HEADER } from '../identity/sessions.ts';
import type { Origin } from './context.ts';

/** Where a request came from, as the audit keeps it. */
export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    background: BACKGROUND_HEADER in request.headers,
  };
}
