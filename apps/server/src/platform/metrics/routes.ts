import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Problem } from '../problem.ts';
import type { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';

declare module 'fastify' {
  interface FastifyInstance {
    /** Registry for modules that add metrics. */
    metrics: Metrics;
  }
}

/** Counts every answer by its declared route, never by its path. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', async (request, reply) => {
    // An event stream lasts as long as its page is open.
    if (request.routeOptions.config.background) return;
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

export function measurePool(metrics: Metrics, pool: Pool): void {
  metrics.addGauges(
    'simiente_database_connections',
    'Connections of the pool in use and idle, and requests that wait for one',
    'state',
    () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  );
}

/** Serves the metrics beside the calls, under the same TLS, to whoever has the token. */
export function registerMetricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  const options = {
    config: { access: 'open', skipsAdmission: true },
    exposeHeadRoute: false,
  } as const;
  app.get(METRICS_PATH, options, async (request, reply) => {
    if (!hasToken(request.headers.authorization, token)) throw new Problem('UNAUTHORIZED');
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read());
  });
}

/** Compares in constant time. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
