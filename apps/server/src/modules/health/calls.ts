import type { healthContract } from '@simiente/contract/health/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { CheckReady } from '../../platform/http/readiness.ts';

/** They do not queue: under load, they still have to answer. */
const route = { config: { skipsAdmission: true } } as const;

/** Both are cheap at any rate of requests, and reveal nothing more. */
export const healthCalls = (checkReady: CheckReady): Handlers<typeof healthContract> => ({
  live: { route, handle: () => ({ ok: true }) },

  ready: {
    route,
    handle: async () => {
      await checkReady();
      return { ok: true };
    },
  },
});
