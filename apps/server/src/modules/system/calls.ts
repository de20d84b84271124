import type { healthContract, SystemCheck, systemContract } from '@simiente/contract/system/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { CheckReady } from '../../platform/http/readiness.ts';
import { audited } from '../audit/public.ts';

/** @param readChecks passed in, because only `serve` has the configuration */
export function systemCalls(
  readChecks: () => Promise<SystemCheck[]>,
): Handlers<typeof systemContract> {
  return {
    status: audited(
      async () => ({ checks: await readChecks() }),
      () => ({ action: 'system.read' }),
    ),
  };
}

/** These routes bypass admission, because they must answer under load. */
const route = { config: { skipsAdmission: true } } as const;

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
