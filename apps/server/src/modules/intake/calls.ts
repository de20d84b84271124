import type { IntakeInput, intakeContract } from '@simiente/contract/intake/calls';
import type { Pool } from 'pg';
import type { Act } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit } from '../audit/public.ts';
import { createIntakeLimiter, type IntakeLimits } from './limits.ts';
import { intakeRoute, type Origins } from './origins.ts';

/** The public call. Its answer is the same whether the sender is known or not. */
export function intakeCalls(
  pool: Pool,
  origins: Origins,
  limits: IntakeLimits,
): Handlers<typeof intakeContract> {
  const limiter = createIntakeLimiter(pool, limits);
  return {
    receive: {
      route: intakeRoute(origins),
      handle: ({ db, origin, log }, input) => {
        // Even a signed-in user counts as an unknown sender here.
        const act = { actor: { kind: 'anonymous' }, origin } as const;
        return limiter.run(
          origin.address,
          async () => {
            if (input.website) log.info('intake: the trap was filled');
            else await db.transaction((transaction) => receiveProspect(transaction, act, input));
            return { received: true };
          },
          () =>
            db.transaction((transaction) =>
              writeAudit(transaction, act, {
                action: 'prospect.refused',
                details: { code: 'TOO_MANY_REQUESTS' },
              }),
            ),
        );
      },
    },
  };
}

/** Stores the sender as a pending prospect, with the time and text of consent. */
async function receiveProspect(
  transaction: Transaction,
  act: Act,
  { name, mail, phone, motivo, consentVersion }: IntakeInput,
): Promise<void> {
  const id = newRecordId('prs');
  const now = new Date();
  await transaction.insert(prospects).values({
    id,
    name,
    email: mail ?? null,
    phone: phone ?? null,
    reason: motivo ?? null,
    status: 'pending',
    createdAt: now,
    consentAt: now,
    consentVersion,
  });
  await writeAudit(transaction, act, {
    action: 'prospect.received',
    subject: { kind: 'prospect', id },
    details: { consentVersion },
  });
}
