import type { Pool } from 'pg';
import { open } from '../../platform/http/procedures.ts';
import type { Limit } from '../../platform/limits/limiter.ts';
import { recordAudit } from '../audit/public.ts';
import { createIntakePlaces } from './places.ts';
import { receiveProspect } from './receive-prospect.ts';

const RECEIVED = { status: 200, data: { received: true } } as const;

/** What the public may call. Whoever it is, and whatever we know of them, the answer is the same. */
export function createIntakeRouter(pool: Pool, limit: Limit) {
  const places = createIntakePlaces(pool, limit);
  return {
    receive: open.intake.receive.handler(({ context, input }) => {
      const { db, origin, log } = context;
      // Also somebody of the staff who fills the form in is nobody known here.
      const act = { actor: { kind: 'anonymous' }, origin } as const;
      return places.hold(
        origin.address,
        async () => {
          if (input.website) log.info('intake: the trap was filled');
          else await db.transaction((transaction) => receiveProspect(transaction, act, input));
          return RECEIVED;
        },
        () =>
          db.transaction((transaction) =>
            recordAudit(transaction, act, {
              action: 'prospect.refused',
              details: { code: 'TOO_MANY_REQUESTS' },
            }),
          ),
      );
    }),
  };
}
