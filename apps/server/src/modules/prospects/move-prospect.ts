import type { StaleProspectDetails } from '@simiente/contract/prospects/calls';
import {
  type ProspectGroup,
  type ProspectStatus,
  prospectGroup,
} from '@simiente/contract/prospects/filters';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit } from '../audit/public.ts';
import { lockProspect } from './read-prospect.ts';

interface ProspectMove {
  readonly id: string;
  /** The prospect's status when the card was picked up. */
  readonly from: ProspectGroup;
  readonly status: ProspectStatus;
}

/**
 * Changes a prospect's status without touching the notes, which may have changed concurrently. Of two
 * simultaneous moves to different statuses the second is refused; a move to the present status succeeds.
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION, with the current prospect, if its status is no longer `from`
 */
export async function moveProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { id, from, status }: ProspectMove,
): Promise<{ version: number }> {
  const before = await lockProspect(transaction, id);
  if (before.status === status) return { version: before.version };
  if (prospectGroup(before.status) !== from) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StaleProspectDetails,
      shows: { kind: 'prospect', id, patientId: before.patient?.idUser },
    });
  }
  const after = before.version + 1;
  await transaction
    .update(prospects)
    .set({ status, version: after, updatedAt: sql`now()` })
    .where(eq(prospects.id, id));
  await writeAudit(transaction, context, {
    action: 'prospect.moved',
    subject: { kind: 'prospect', id },
    details: { changes: { status: { from, to: status } }, version: after },
  });
  return { version: after };
}
