import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSemaphore, type SemaphoreLimits } from './semaphore.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route queries no database, and needs no slot. */
    skipsAdmission?: true;
    /** The body may arrive slowly, like a file. A separate semaphore limits such requests. */
    longBody?: true;
  }
  interface FastifyRequest {
    releaseSlot: (() => void) | null;
  }
  interface FastifyInstance {
    /** Makes readiness fail while the server still answers, so that a balancer sends requests elsewhere. */
    beginDraining(): void;
    readonly isDraining: boolean;
  }
}

/** Milliseconds between two log lines about rejected requests. */
const LOG_INTERVAL = 10_000;

/**
 * Slots for a connection pool of this size. There are more slots than connections, so that no connection is idle,
 * and fewer per client than in all.
 */
export function slotLimitsFor(connections: number): SemaphoreLimits {
  return {
    all: connections * 2,
    perClient: Math.ceil(connections * 0.6),
    retryAfter: 2,
    waiting: 500,
    // After a longer wait, an error is better for the user.
    maxWait: 6_000,
  };
}

/**
 * Admits as many requests as the server can process, and queues the others in order. Only processing occupies a
 * slot, not the receiving of a body or the sending of an answer. A streamed answer, which queries the database while
 * it is sent, has a separate permit.
 */
export function registerAdmission(
  app: FastifyInstance,
  limits: SemaphoreLimits,
  getClientKey: (request: FastifyRequest) => string,
): void {
  let rejected = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const slots = createSemaphore(limits, () => {
    rejected += 1;
    app.metrics.shed('requests');
    const now = performance.now();
    if (now - loggedAt > LOG_INTERVAL) {
      app.log.warn({ rejected, ...slots.count() }, 'more requests than can be answered');
      [rejected, loggedAt] = [0, now];
    }
  });

  async function takeSlot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.releaseSlot = await slots.take(getClientKey(request), reply.raw);
  }

  app.metrics.addGauges(
    'simiente_turns',
    'Requests that are worked on, and that wait for their turn',
    'state',
    slots.count,
  );
  app.decorateRequest('releaseSlot', null);
  app.addHook('onRequest', async (request, reply) => {
    const { skipsAdmission } = request.routeOptions.config;
    if (skipsAdmission || request.is404) return;
    reply.raw.once('close', () => request.releaseSlot?.());
    await takeSlot(request, reply);
  });
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) releaseSlot(request);
  });
  app.addHook('preValidation', async (request, reply) => {
    const { skipsAdmission, longBody } = request.routeOptions.config;
    if (skipsAdmission || longBody || request.is404 || request.releaseSlot) return;
    await takeSlot(request, reply);
  });
  app.addHook('onSend', async (request) => releaseSlot(request));
}

function releaseSlot(request: FastifyRequest): void {
  request.releaseSlot?.();
  request.releaseSlot = null;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closes the connection after each answer when the server begins to stop, because kept-alive connections would delay
 * the stop.
 */
export function registerDraining(app: FastifyInstance): void {
  let draining = false;
  app.decorate('beginDraining', () => {
    draining = true;
  });
  app.decorate('isDraining', { getter: () => draining });
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
}
