import { intakeContract } from '@simiente/contract/intake/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { CallRouteOptions } from '../../platform/calls/handlers.ts';
import { callRoute } from '../../platform/calls/serve-calls.ts';
import {
  consume,
  createLimiter,
  type Limit,
  toClientAddress,
} from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';

export interface IntakeLimits {
  readonly perNetwork: Limit;
  /** Limit of all networks together, against a sender who controls many of them. */
  readonly total: Limit;
}

export const DEFAULT_INTAKE_LIMITS: IntakeLimits = {
  // Many users of a mobile operator may share an address.
  perNetwork: { max: 20, windowSeconds: 10 * 60 },
  // Many times the volume of a campaign.
  total: { max: 500, windowSeconds: 60 * 60 },
};

/** Concurrent calls in a process, so that staff always find a connection. Further calls wait. */
const MAX_CONCURRENT = 3;
const MAX_WAITING = 500;
/** Seconds until a client should retry. */
const RETRY_AFTER = 5;

/** Protects this process and its database from the public. */
export function createIntakeLimiter(pool: Pool, { perNetwork, total }: IntakeLimits) {
  const byNetwork = createLimiter(pool, 'intake-address', perNetwork, { remember: true });
  const byAll = createLimiter(pool, 'intake-all', total, { remember: true });
  const limit = pLimit(MAX_CONCURRENT);
  /** Running and queued calls of each network. */
  const callsByNetwork = new Map<string, number>();

  return {
    /**
     * Runs the work unless this network, or all networks together, exceeded their limit.
     * @param onFirstRejection called for the first rejection of a limit within its window
     * @throws Problem TOO_MANY_REQUESTS, UNAVAILABLE
     */
    async run<Result>(
      address: string | null,
      work: () => Promise<Result>,
      onFirstRejection: () => Promise<void>,
    ): Promise<Result> {
      const network = toClientAddress(address ?? '');
      const others = callsByNetwork.get(network) ?? 0;
      // Calls above the limit would be rejected anyway, and must not delay others.
      if (others > perNetwork.max) {
        throw new Problem('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER });
      }
      if (limit.pendingCount >= MAX_WAITING) {
        throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER });
      }
      callsByNetwork.set(network, others + 1);
      try {
        return await limit(async () => {
          const throttled = (await consume(byNetwork, network)) ?? (await consume(byAll, 'all'));
          if (throttled === null) return work();
          // Only the first rejection of a series is audited, so that a stranger cannot fill the audit.
          if (throttled.first) await onFirstRejection();
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
        });
      } finally {
        const remaining = (callsByNetwork.get(network) ?? 1) - 1;
        if (remaining === 0) callsByNetwork.delete(network);
        else callsByNetwork.set(network, remaining);
      }
    },
  };
}

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

/** Allows a page of another origin to read the answer, even a rejection. Credentials are never allowed. */
function allow(request: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  reply.header('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after');
}
