import type { FastifyInstance } from 'fastify';

/** Milliseconds after which an answer is logged as slow. */
const SLOW_AFTER = 3_000;

/**
 * Logs one line per request: the declared route, never the URL, so that no id, search or name is logged.
 * Slow requests are logged as warnings.
 */
export function registerRequestLog(app: FastifyInstance, slowAfter = SLOW_AFTER): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    // An event stream lasts as long as its page is open.
    const isSlow = line.milliseconds >= slowAfter && !request.routeOptions.config.background;
    if (isSlow) request.log.warn(line, 'slow request');
    else request.log.info(line, 'request');
  });
}
