import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isEqual } from '../http/digest.ts';
import { Problem } from '../problem.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const DURATIONS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Limited resources. A request is rejected while its resource is used up. */
type LimitedResource = 'uploads' | 'exports' | 'streams' | 'event_streams' | 'requests';

/** The numbers of a gauge by label. Labels must not be personal data. */
type ValuesByLabel = Readonly<Record<string, number>>;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Operational metrics. No label contains an id, a name or a path.
 * @param version if given, adds metrics of the process, such as its memory; only one application may add them
 * @param readTimeout milliseconds that a metric from the database may take
 */
export function createMetrics(version?: string, readTimeout = 2_000) {
  const registry = new Registry();
  const registers = [registry];
  if (version !== undefined) measureProcess(registry, version);
  const durations = new Histogram({
    name: 'simiente_http_request_duration_seconds',
    help: 'Time until an answer was sent, by the route as it is declared',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const shed = new Counter({
    name: 'simiente_shed_total',
    help: 'Requests rejected because a limited resource was used up',
    labelNames: ['place'],
    registers,
  });
  return {
    /** Adds a metric that is measured at each scrape. */
    addGauge(name: string, help: string, read: () => number | Promise<number>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await withTimeout(read, Number.NaN, readTimeout));
        },
      });
    },
    addGauges(
      name: string,
      help: string,
      label: string,
      read: () => ValuesByLabel | Promise<ValuesByLabel>,
    ): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await withTimeout<ValuesByLabel>(read, {}, readTimeout);
          this.reset();
          for (const [name, value] of Object.entries(values)) this.set({ [label]: name }, value);
        },
      });
    },
    recordAnswer(answer: { method: string; route: string; status: number; seconds: number }): void {
      const labels = {
        method: METHODS.has(answer.method) ? answer.method : 'other',
        route: answer.route,
        status: `${Math.floor(answer.status / 100)}xx`,
      };
      durations.observe(labels, answer.seconds);
    },
    /** Counts a request that was rejected for lack of a resource. */
    shed: (resource: LimitedResource) => shed.inc({ place: resource }),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

function measureProcess(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'simiente_build_info',
    help: 'The version that runs',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
}

/** Limits the time of a metric, so that it cannot delay the others. */
async function withTimeout<Value>(
  read: () => Value | Promise<Value>,
  fallback: Value,
  milliseconds: number,
): Promise<Value> {
  const { promise: timeout, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(fallback), milliseconds);
  try {
    return await Promise.race([read(), timeout]);
  } catch {
    return fallback;
  } finally {
    clearTimeout(timer);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** Measures every answer except event streams, by its declared route, never by its path. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', async (request, reply) => {
    // A background request is an event stream, which lasts as long as its page is open.
    if (request.routeOptions.config.background) return;
    metrics.recordAnswer({
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

export function registerMetricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  const options = {
    config: { access: 'open', skipsAdmission: true },
    exposeHeadRoute: false,
  } as const;
  app.get('/metrics', options, async (request, reply) => {
    const { authorization = '' } = request.headers;
    if (!isEqual(authorization, `Bearer ${token}`)) throw new Problem('UNAUTHORIZED');
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read());
  });
}
