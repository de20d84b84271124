import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { securityHeaders } from '../http/security-headers.ts';
import { createUnreadableReply } from '../http/unreadable-requests.ts';
import { Problem } from '../problem.ts';
import { StartupError } from '../system-errors.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

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

/** Serves the metrics at the public address, with the token. */
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

interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the metrics, and nothing else, at a separate address.
 * @param token null: any client that reaches the address may read them
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<MetricsServer> {
  // Not over TLS: the address is local, or within the network behind the proxy.
  const headers = securityHeaders(false);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeaders(new Map(Object.entries({ ...headers, 'cache-control': 'no-store' })));
    if (request.url !== METRICS_PATH) return response.writeHead(404).end();
    if (request.method !== 'GET') return response.writeHead(405).end();
    if (token !== null && !hasToken(request.headers.authorization, token)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    const text = await metrics.read();
    return response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  };
  const server = createServer(
    { requestTimeout: 5_000, headersTimeout: 5_000 },
    (request, response) => {
      answer(request, response).catch(() => response.writeHead(500).end());
    },
  );
  server.on('clientError', createUnreadableReply(headers));
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    throw new StartupError(
      'port-busy',
      isTaken
        ? `El puerto ${port} de las métricas está ocupado: cierra el otro programa o elige otro con METRICS_PORT.`
        : `No se puede escuchar en ${host}:${port} para las métricas: revisa METRICS_HOST y METRICS_PORT.`,
      { cause },
    );
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Compares in constant time. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
