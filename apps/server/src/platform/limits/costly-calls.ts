import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Problem } from '../problem.ts';
import { consume, createLimiter, type Limit } from './limiter.ts';

/** What costs a process or the database far more than other calls do, or takes very much data at once. */
const COSTS = ['export', 'pdf', 'patient-record', 'all-patients', 'file'] as const;
type Cost = (typeof COSTS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only so many of these may one person have within a while, over all processes together. */
    cost?: Cost;
  }
}

export type CostLimits = Readonly<Record<Cost, Limit>>;

/** Far more than anybody's work takes; a program that has somebody's session stops here. */
export const DEFAULT_COST_LIMITS: CostLimits = {
  export: { most: 40, windowSeconds: 10 * 60 },
  pdf: { most: 120, windowSeconds: 10 * 60 },
  'patient-record': { most: 20, windowSeconds: 10 * 60 },
  'all-patients': { most: 10, windowSeconds: 10 * 60 },
  // The images of a patient's page are files too.
  file: { most: 600, windowSeconds: 10 * 60 },
};

/** Counts the costly calls of each person, once the guard has let them in, and refuses what is too much. */
export function registerCostlyCalls(app: FastifyInstance, pool: Pool, limits: CostLimits): void {
  const limiters = new Map(
    COSTS.map((cost) => [cost, createLimiter(pool, `cost-${cost}`, limits[cost])]),
  );
  app.addHook('onRequest', async ({ routeOptions, staff }) => {
    const { cost } = routeOptions.config;
    const limiter = cost && limiters.get(cost);
    if (!limiter || staff === null) return;
    const throttled = await consume(limiter, staff.id);
    if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  });
}
