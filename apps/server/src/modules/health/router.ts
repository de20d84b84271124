import type { CallRouteOptions } from '../../platform/http/calls.ts';
import { open } from '../../platform/http/procedures.ts';
import type { CheckReady } from '../../platform/http/readiness.ts';

/** They wait for nobody: when there are too many requests they are what still has to be told. */
export const HEALTH_ROUTES: Readonly<Record<string, CallRouteOptions>> = {
  '/health/live': { config: { free: true } },
  '/health/ready': { config: { free: true } },
};

/** Both are cheap, whoever asks how often, and say nothing more than they are asked. */
export const createHealthRouter = (checkReady: CheckReady) => ({
  live: open.health.live.handler(() => ({ status: 200, data: { ok: true } })),

  ready: open.health.ready.handler(async () => {
    await checkReady();
    return { status: 200, data: { ok: true } };
  }),
});
