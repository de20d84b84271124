import type { NewProspect, Prospect, prospectsContract } from '@simiente/contract/prospects/calls';
import { NO_CONTACT } from '@simiente/contract/prospects/fields';
import { prospectGroup } from '@simiente/contract/prospects/filters';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges, newRecordId } from '../../platform/database/records.ts';
import { Problem, toFieldProblem, toStaleProblem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit, writeEdit } from '../audit/public.ts';
import { lockProspect } from './list-prospects.ts';

/**
 * Sets the sent fields of a prospect, and the notes, which become empty if absent. An edit without changes keeps the
 * version.
 * @throws Problem BAD_REQUEST for an edit that removes both e-mail and phone
 */
export async function updateProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  input: CallInput<typeof prospectsContract.updateStatus>,
): Promise<{ version: number }> {
  const { idProspect: id, version, notas: notes = '', ...fields } = input;
  if (id === '') throw new Problem('PROSPECT_ID_MISSING');
  const before = await lockProspect(transaction, id);
  if (version !== undefined && version !== before.version) throw toStale(before);
  const changed = findChanges(before, { ...fields, notes });
  if (Object.keys(changed).length === 0) return { version: before.version };
  const { mail = before.mail, phone = before.phone } = changed;
  if (('mail' in changed || 'phone' in changed) && !mail && !phone) {
    throw toFieldProblem('BAD_REQUEST', 'mail', NO_CONTACT);
  }
  const { mail: email, ...columns } = changed;
  const after = await writeEdit(transaction, context, prospects, {
    action: 'prospect.updated',
    subject: { kind: 'prospect', id },
    // A legacy status may be any text, so the audit has its group instead.
    before: { ...before, status: prospectGroup(before.status) },
    changed,
    plain: ['status'],
    columns: {
      ...columns,
      ...(email !== undefined && { email }),
      ...(notes === '' && { notes: null }),
    },
  });
  return { version: after };
}

function toStale(current: Prospect): Problem {
  const { idProspect: id, patient } = current;
  return toStaleProblem<Prospect>(current, { kind: 'prospect', id, patientId: patient?.idUser });
}

/**
 * Changes a prospect's status without touching the notes, which may have changed concurrently. A move to the current
 * status succeeds without effect.
 * @throws Problem STALE_VERSION, with the current prospect, if its status is not `from`
 */
export async function moveProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idProspect: id, from, status }: CallInput<typeof prospectsContract.move>,
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
 * @returns the prospect's id
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
