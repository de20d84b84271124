import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Problem } from '../problem.ts';
import { consume, createLimiter, type Limit } from './limiter.ts';

/** What costs a process or the database far more than other calls do. */
type Cost = 'export' | 'pdf';

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
};

/** Counts the costly calls of each person, once the guard has let them in, and refuses what is too much. */
export function registerCostlyCalls(app: FastifyInstance, pool: Pool, limits: CostLimits): void {
  const limiters = {
    export: createLimiter(pool, 'cost-export', limits.export),
    pdf: createLimiter(pool, 'cost-pdf', limits.pdf),
  };
  app.addHook('onRequest', async ({ routeOptions, staff }) => {
    const { cost } = routeOptions.config;
    if (cost === undefined || staff === null) return;
    const throttled = await consume(limiters[cost], staff.id);
    if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  });
}
