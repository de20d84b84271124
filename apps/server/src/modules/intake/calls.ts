import type { intakeContract } from '@simiente/contract/intake';
import type { Pool } from 'pg';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { recordAudit } from '../audit/public.ts';
import { intakeRoute, type Origins } from './origins.ts';
import { createIntakePlaces, type IntakeLimits } from './places.ts';
import { receiveProspect } from './receive-prospect.ts';

/** The public call. Its answer is the same whether the sender is known or not. */
export function intakeCalls(
  pool: Pool,
  origins: Origins,
  limits: IntakeLimits,
): Handlers<typeof intakeContract> {
  const places = createIntakePlaces(pool, limits);
  return {
    receive: {
      route: intakeRoute(origins),
      handle: ({ db, origin, log }, input) => {
        // Even a signed-in user counts as an unknown sender here.
        const act = { actor: { kind: 'anonymous' }, origin } as const;
        return places.hold(
          origin.address,
          async () => {
            if (input.website) log.info('intake: the trap was filled');
            else await db.transaction((transaction) => receiveProspect(transaction, act, input));
            return { received: true };
          },
          () =>
            db.transaction((transaction) =>
              recordAudit(transaction, act, {
                action: 'prospect.refused',
                details: { code: 'TOO_MANY_REQUESTS' },
              }),
            ),
        );
      },
    },
  };
}
