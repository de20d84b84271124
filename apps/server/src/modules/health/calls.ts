import type { healthContract } from '@simiente/contract/health/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { CheckReady } from '../../platform/http/readiness.ts';

/** These routes do not queue, because they must answer under load. */
const route = { config: { skipsAdmission: true } } as const;

/** Both are cheap at any rate of requests, and reveal nothing else. */
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
