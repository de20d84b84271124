import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type createLimiter, requireBelow, toClientAddress } from '../limits/limiter.ts';

/** Bytes of a form. */
const LARGEST_FORM = 2048;

/** Makes a scope read HTML forms, and no other body. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/**
 * Counts a request of a network without a session.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function countRequest(
  limiter: ReturnType<typeof createLimiter>,
  request: Pick<FastifyRequest, 'ip'>,
): Promise<void> {
  await requireBelow(limiter, toClientAddress(request.ip));
}
