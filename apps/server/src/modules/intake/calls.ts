import type { intakeContract } from '@simiente/contract/intake';
import type { Pool } from 'pg';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { recordAudit } from '../audit/public.ts';
import { intakeRoute, type Origins } from './origins.ts';
import { createIntakePlaces, type IntakeLimits } from './places.ts';
import { receiveProspect } from './receive-prospect.ts';

/** What the public may call. Whatever we know of the sender, the answer is the same. */
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
        // A member of the staff who fills the form in is nobody known here.
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
