import { intakeContract } from '@simiente/contract/intake/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallRouteOptions } from '../../platform/calls/handlers.ts';
import { callRoute } from '../../platform/calls/serve-calls.ts';
import { Problem } from '../../platform/problem.ts';

/** Origins of the pages whose visitors may use the intake. */
export type Origins = ReadonlySet<string>;

const PATH = callRoute(intakeContract.receive).path;

/** Seconds for which a browser may cache the preflight. */
const ALLOWED_FOR = '600';

/** Route options of the intake: it accepts pages of other origins. */
export function intakeRoute(origins: Origins): CallRouteOptions {
  return {
    config: { origins },
    onRequest: async (request, reply) => allow(request, reply, origins),
  };
}

/** The preflight of a page of another origin. Without configured origins there is no such route. */
export function registerIntakePreflight(app: FastifyInstance, origins: Origins): void {
  if (origins.size === 0) return;
  app.options(PATH, { config: { access: 'open' } }, (request, reply) => {
    allow(request, reply, origins);
    if (!origins.has(request.headers.origin ?? '')) throw new Problem('CROSS_ORIGIN');
    return reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', ALLOWED_FOR)
      .send();
  });
}

/** Lets the page read the answer, also a rejection. Credentials are never allowed. */
function allow(request: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  reply.header('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after');
}
