import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createLimiter, type Limit, requireBelow } from './limiter.ts';

/** Kinds of calls that are slow, or return very much data. */
const COSTS = ['export', 'pdf', 'patient-record', 'all-patients', 'file'] as const;
type Cost = (typeof COSTS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit of the call, per user. */
    cost?: Cost;
  }
}

export type CostLimits = Readonly<Record<Cost, Limit>>;

/** Far more than a user's work needs, to stop a program with a stolen session. */
export const DEFAULT_COST_LIMITS: CostLimits = {
  export: { max: 40, windowSeconds: 10 * 60 },
  pdf: { max: 120, windowSeconds: 10 * 60 },
  'patient-record': { max: 20, windowSeconds: 10 * 60 },
  'all-patients': { max: 10, windowSeconds: 10 * 60 },
  // The images of a patient's page are files too.
  file: { max: 600, windowSeconds: 10 * 60 },
};

/** Counts each user's costly calls after the guard, and rejects those over the limit. */
export function registerCostlyCalls(app: FastifyInstance, pool: Pool, limits: CostLimits): void {
  const limiters = new Map(
    COSTS.map((cost) => [cost, createLimiter(pool, `cost-${cost}`, limits[cost])]),
  );
  app.addHook('onRequest', async ({ routeOptions, staff }) => {
    const { cost } = routeOptions.config;
    const limiter = cost && limiters.get(cost);
    if (!limiter || staff === null) return;
    await requireBelow(limiter, staff.id);
  });
}
