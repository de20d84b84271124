import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTurns, type TurnLimits } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request of this route asks the database for nothing, and waits for nobody. */
    free?: true;
    /** Its body may arrive as slowly as a file does, and has places of its own. */
    longBody?: true;
  }
  interface FastifyRequest {
    endTurn: (() => void) | null;
  }
}

/** Milliseconds. A person would rather wait so long than ask again. */
const LONGEST_WAIT = 6_000;
/** Milliseconds between two lines in the log about requests that were sent away. */
const TELL_EVERY = 10_000;

/**
 * What a pool of so many connections may be asked for at once. Some work beside those that have a
 * connection, so that none of them is ever idle, and no asker can have all of them.
 */
export function turnsFor(connections: number): TurnLimits {
  return {
    working: connections * 2,
    ofOne: Math.ceil(connections * 0.6),
    waiting: 500,
    longestWait: LONGEST_WAIT,
  };
}

/**
 * Lets in as many requests as can be worked on and has others wait, those of each asker in their own
 * order, ahead of everything else that is done for a request. Only the work counts: neither a body
 * that still arrives nor an answer that is still fetched keeps anybody else waiting; what reads on while
 * it is fetched has places of its own (serve-calls.ts, list-exports).
 * @param clientKeyOf whose share of the slots a request takes
 */
export function registerAdmission(
  app: FastifyInstance,
  limits: TurnLimits,
  clientKeyOf: (request: FastifyRequest) => string,
): void {
  const turns = createTurns(limits);
  let sentAway = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  async function takeTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.endTurn = await turns.take(clientKeyOf(request), reply.raw).catch((refusal) => {
      sentAway += 1;
      app.metrics.shed('requests');
      const now = performance.now();
      if (now - toldAt > TELL_EVERY) {
        app.log.warn({ sentAway, ...turns.count() }, 'more requests than can be answered');
        [sentAway, toldAt] = [0, now];
      }
      throw refusal;
    });
  }

  app.metrics.addGauges(
    'simiente_turns',
    'Requests that are worked on, and that wait for their turn',
    'state',
    turns.count,
  );
  app.decorateRequest('endTurn', null);
  app.addHook('onRequest', async (request, reply) => {
    const { free } = request.routeOptions.config;
    if (free || request.is404) return;
    reply.raw.once('close', () => request.endTurn?.());
    await takeTurn(request, reply);
  });
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) endTurn(request);
  });
  app.addHook('preValidation', async (request, reply) => {
    const { free, longBody } = request.routeOptions.config;
    if (free || longBody || request.is404 || request.endTurn) return;
    await takeTurn(request, reply);
  });
  app.addHook('onSend', async (request) => endTurn(request));
}

function endTurn(request: FastifyRequest): void {
  request.endTurn?.();
  request.endTurn = null;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
