import type { StaleDetails } from '@simiente/contract/common/errors';
import type { NewProspect, Prospect } from '@simiente/contract/prospects/calls';
import { NO_CONTACT } from '@simiente/contract/prospects/fields';
import {
  type ProspectGroup,
  type ProspectStatus,
  prospectGroup,
} from '@simiente/contract/prospects/filters';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing, newRecordId } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { lockProspect } from './list-prospects.ts';

interface ProspectEdit {
  readonly id: string;
  /** Undefined keeps the status. */
  readonly status: ProspectStatus | undefined;
  /** Undefined removes the notes, as an empty field of the form does. */
  readonly notes: string | undefined;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version?: number | undefined;
  /** Undefined keeps the name. */
  readonly name?: string | undefined;
  readonly mail?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Sets the given fields of a prospect, and the notes. An edit without changes keeps the version.
 * @throws Problem BAD_REQUEST for an edit that removes both e-mail and phone
 */
export async function updateProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { id, version, notes = '', ...fields }: ProspectEdit,
): Promise<{ version: number }> {
  const before = await lockProspect(transaction, id);
  if (version !== undefined && version !== before.version) throw toStale(before);
  const changed = differing(before, { ...fields, notes });
  if (Object.keys(changed).length === 0) return { version: before.version };
  const { mail = before.mail, phone = before.phone } = changed;
  if (('mail' in changed || 'phone' in changed) && !mail && !phone) {
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'mail', message: NO_CONTACT }] });
  }
  const { mail: email, ...columns } = changed;
  const after = before.version + 1;
  await transaction
    .update(prospects)
    .set({
      ...columns,
      ...(email !== undefined && { email }),
      ...(notes === '' && { notes: null }),
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
        { ...before, status: prospectGroup(before.status) },
        changed,
        ['status'],
      ),
      version: after,
    },
  });
  return { version: after };
}

function toStale(current: Prospect): Problem {
  return new Problem('STALE_VERSION', {
    details: { current } satisfies StaleDetails<Prospect>,
    shows: { kind: 'prospect', id: current.idProspect, patientId: current.patient?.idUser },
  });
}

interface ProspectMove {
  readonly id: string;
  /** The prospect's status when the user picked the card up. */
  readonly from: ProspectGroup;
  readonly status: ProspectStatus;
}

/**
 * Changes a prospect's status without touching the notes, which may have changed concurrently. Of two simultaneous
 * moves to different statuses the second is rejected; a move to the current status succeeds.
 * @throws Problem STALE_VERSION, with the current prospect, if its status is not `from`
 */
export async function moveProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { id, from, status }: ProspectMove,
): Promise<{ version: number }> {
  const before = await lockProspect(transaction, id);
  if (before.status === status) return { version: before.version };
  if (prospectGroup(before.status) !== from) throw toStale(before);
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

/**
 * Creates a pending prospect who called or visited, and therefore gave no consent on the landing page.
 * @returns their id
 */
export async function createProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { name, mail, phone, motivo, notas }: NewProspect,
): Promise<{ id: string }> {
  const id = newRecordId('prs');
  await transaction.insert(prospects).values({
    id,
    name,
    email: mail,
    phone,
    reason: motivo,
    status: 'pending',
    notes: notas === '' ? null : notas,
    createdAt: sql`now()`,
  });
  await writeAudit(transaction, context, {
    action: 'prospect.created',
    subject: { kind: 'prospect', id },
  });
  return { id };
}
