import { intakeContract } from '@simiente/contract/intake/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** Limits of messages from visitors. */
export interface IntakeLimits {
  readonly perNetwork: Limit;
  /** Stops a sender who controls many networks. */
  readonly inAll: Limit;
}

export const DEFAULT_INTAKE_LIMITS: IntakeLimits = {
  // Many users of a mobile operator may share an address.
  perNetwork: { most: 20, windowSeconds: 10 * 60 },
  // Many times the volume of a campaign.
  inAll: { most: 500, windowSeconds: 60 * 60 },
};

/** Concurrent calls of a process, so that staff always find a connection; others wait. */
const MOST_AT_ONCE = 3;
const MOST_WAITING = 500;
/** Seconds until a client should retry. */
const RETRY_AFTER = 5;

interface IntakeLimiter {
  /**
   * Runs the work unless this network, or all networks together, exceeded their limit.
   * @param refused called for the first rejection of a limit within its window
   * @throws Problem TOO_MANY_REQUESTS, UNAVAILABLE
   */
  run<Result>(
    address: string | null,
    work: () => Promise<Result>,
    refused: () => Promise<void>,
  ): Promise<Result>;
}

/** Protects this process and its database from the public. */
export function createIntakeLimiter(
  pool: Pool,
  { perNetwork, inAll }: IntakeLimits,
): IntakeLimiter {
  const byNetwork = createLimiter(pool, 'intake-address', perNetwork, { remember: true });
  const byAll = createLimiter(pool, 'intake-all', inAll, { remember: true });
  const atOnce = createGate();
  /** Running and queued calls of each network. */
  const callsByNetwork = new Map<string, number>();

  return {
    async run(address, work, refused) {
      const network = toClientAddress(address ?? '');
      const others = callsByNetwork.get(network) ?? 0;
      // Calls above the limit would be rejected anyway, and must not delay others.
      if (others > perNetwork.most) {
        throw new Problem('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER });
      }
      callsByNetwork.set(network, others + 1);
      try {
        return await atOnce(async () => {
          const throttled = (await consume(byNetwork, network)) ?? (await consume(byAll, 'all'));
          if (throttled === null) return work();
          // Only the first rejection of a series is audited; more rows would let a stranger fill the
          // audit.
          if (throttled.first) await refused();
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
        });
      } finally {
        const left = (callsByNetwork.get(network) ?? 1) - 1;
        if (left === 0) callsByNetwork.delete(network);
        else callsByNetwork.set(network, left);
      }
    },
  };
}

/** A semaphore: admits a few at once, and queues the others in order. */
function createGate() {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inside < MOST_AT_ONCE) inside += 1;
    else {
      if (waiting.length >= MOST_WAITING) {
        throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER });
      }
      // The permit passes to the next in the queue.
      await new Promise<void>((enter) => waiting.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
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

/** Lets the page read the answer, also a rejection. Credentials are never allowed. */
function allow(request: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  reply.header('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'retry-after');
}
