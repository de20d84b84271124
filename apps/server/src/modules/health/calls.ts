import type { healthContract } from '@simiente/contract/health';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { CheckReady } from '../../platform/http/readiness.ts';

/** They do not queue: when there are too many requests, they are what still has to answer. */
const route = { config: { free: true } } as const;

/** Both are cheap, whoever asks how often, and say nothing more than they are asked. */
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
