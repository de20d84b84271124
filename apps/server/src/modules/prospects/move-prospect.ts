import {
  type ProspectGroup,
  type ProspectStatus,
  prospectGroup,
} from '@simiente/contract/prospect-filters';
import type { StaleProspectDetails } from '@simiente/contract/prospects';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { recordAudit } from '../audit/public.ts';
import { lockProspect } from './read-prospect.ts';

export interface ProspectMove {
  readonly id: string;
  /** Where the prospect was when they were taken. */
  readonly from: ProspectGroup;
  readonly status: ProspectStatus;
}

/**
 * Gives a prospect another status and leaves their notes alone, whoever wrote them meanwhile. Of two
 * who move one prospect to different places the second is told; who finds them already there is not.
 *
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the prospect as they are now, when they were elsewhere by then
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
  await recordAudit(transaction, context, {
    action: 'prospect.moved',
    subject: { kind: 'prospect', id },
    details: { changes: { status: { from, to: status } }, version: after },
  });
  return { version: after };
}
