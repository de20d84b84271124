import type { FastifyInstance } from 'fastify';

/**
 * One line a request: the route as it is declared, never the address as it was asked for, so that no
 * id, search or name ends in a log.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
