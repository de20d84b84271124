import type { StaleProspectDetails } from '@simiente/contract/prospects/calls';
import { type ProspectStatus, prospectGroup } from '@simiente/contract/prospects/filters';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { lockProspect } from './read-prospect.ts';

interface ProspectEdit {
  readonly id: string;
  /** Undefined keeps the present one. */
  readonly status: ProspectStatus | undefined;
  /** Undefined removes the notes, as an empty field of the form does. */
  readonly notes: string | undefined;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the status and the notes of a prospect. An edit without changes keeps the version.
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the prospect as they are now
 */
export async function updateProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { id, status, notes = '', version }: ProspectEdit,
): Promise<{ version: number }> {
  const before = await lockProspect(transaction, id);
  if (version !== undefined && version !== before.version) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StaleProspectDetails,
      shows: { kind: 'prospect', id, patientId: before.patient?.idUser },
    });
  }
  const was = { status: before.status, notes: before.notes };
  const changed = differing(was, { status, notes });
  if (Object.keys(changed).length === 0) return { version: before.version };

  const after = before.version + 1;
  await transaction
    .update(prospects)
    .set({
      ...(status !== undefined && { status }),
      notes: notes === '' ? null : notes,
      version: after,
      updatedAt: sql`now()`,
    })
    .where(eq(prospects.id, id));
  await writeAudit(transaction, context, {
    action: 'prospect.updated',
    subject: { kind: 'prospect', id },
    // A legacy status may be any text, so the audit has its group instead.
    details: {
      changes: toAuditChanges(
        context,
        id,
        { status: prospectGroup(before.status), notes: before.notes },
        changed,
        ['status'],
      ),
      version: after,
    },
  });
  return { version: after };
}
