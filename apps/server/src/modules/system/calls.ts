import type { SystemCheck, systemContract } from '@simiente/contract/system/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { audited } from '../audit/public.ts';

/** @param readChecks measures this installation; only the serve command has its settings */
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
