import type { FastifyInstance } from 'fastify';

/** Milliseconds after which an answer took longer than anybody likes to wait. */
const SLOW_AFTER = 3_000;

/**
 * One line a request: the route as it is declared, never the address as it was asked for, so that no
 * id, search or name ends in a log. Slow ones are said louder.
 */
export function registerRequestLog(app: FastifyInstance, slowAfter = SLOW_AFTER): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    // A stream of changes lasts for as long as somebody looks at a screen.
    const isSlow = line.milliseconds >= slowAfter && !request.routeOptions.config.background;
    if (isSlow) request.log.warn(line, 'slow request');
    else request.log.info(line, 'request');
  });
}
