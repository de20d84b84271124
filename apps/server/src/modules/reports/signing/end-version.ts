import type { reportsContract } from '@simiente/contract/reports/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { VersionSummary } from '@simiente/contract/reports/version';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import {
  reportConfirmations,
  reportDiscards,
  reportVersions,
  reportWithdrawals,
  reportWorkingCopies,
} from '../../../schema/reports.ts';
import { writeAudit, writeAuditReturningId } from '../../audit/public.ts';
import { hashChanges, mayConfirm, readChanges } from '../reading/basis.ts';
import { isOfAnother, lockVersion } from '../reading/select-versions.ts';
import { toReviewDetails } from '../review/working-copy.ts';
import { matchesCopy, selectCopies } from '../review/working-text.ts';
import { toProofKind } from './confirmed.ts';
import { lockSigner, withdrawalDigest } from './signature.ts';

type Context = Pick<StaffContext, 'actor' | 'origin'>;

/**
 * Locks the signed version in force, and the professional identity of the account that acts on it.
 * @throws Problem VERSION_NOT_IN_FORCE, IDENTITY_NEEDED
 */
export async function lockInForce(
  transaction: Transaction,
  { actor }: Context,
  { idVersion }: { readonly idVersion: string },
): Promise<{ readonly version: VersionSummary; readonly identityVersionId: string }> {
  const version = await lockVersion(transaction, idVersion);
  if (version.type === 'draft' || !version.inForce) {
    throw new Problem('VERSION_NOT_IN_FORCE');
  }
  return { version, identityVersionId: await lockSigner(transaction, actor.id) };
}

/**
 * Withdraws the signed version in force. Its text stays readable, unless it is about another person. The new version
 * of a working copy makes its reviewer see the withdrawal before signing.
 */
export async function withdrawVersion(
  transaction: Transaction,
  context: Context,
  input: CallInput<typeof reportsContract.withdraw>,
  { version, identityVersionId }: Awaited<ReturnType<typeof lockInForce>>,
): Promise<{ id: string }> {
  const { idVersion: id, reason, ofAnother = false } = input;
  const { idUser: patientId, kind, number } = version;
  const proof = toProofKind(input.confirmation);
  const signerId = context.actor.id;
  const withdrawal = { versionId: id, reason, ofAnother, signerId, identityVersionId, proof };
  const auditEventId = await writeAuditReturningId(transaction, context, {
    action: 'report.withdrawn',
    subject: { kind: 'report', id },
    patientId,
    details: { kind, number, ofAnother, proof, frozen: withdrawalDigest(withdrawal) },
  });
  await transaction.insert(reportWithdrawals).values({ ...withdrawal, auditEventId });
  const copies = matchesCopy(patientId, kind);
  await transaction
    .update(reportWorkingCopies)
    .set({ version: sql`${reportWorkingCopies.version} + 1` })
    .where(copies);
  if (ofAnother) {
    const hidden = transaction
      .select({ id: reportVersions.id })
      .from(reportVersions)
      .where(isOfAnother);
    await transaction
      .delete(reportWorkingCopies)
      .where(and(copies, inArray(reportWorkingCopies.baseId, hidden)));
  }
  return { id };
}

/**
 * Discards a waiting draft, with the account's working copy of it.
 * @throws Problem DRAFT_NOT_OPEN
 * @throws Problem REPORT_IN_REVIEW if another account reviews the draft
 */
export async function discardDraft(
  transaction: Transaction,
  context: Context,
  { idVersion: id, reason }: { readonly idVersion: string; readonly reason: string },
): Promise<{ patientId: string; kind: ReportKind }> {
  const version = await lockVersion(transaction, id);
  const { idUser: patientId, kind, number } = version;
  if (version.type !== 'draft' || version.signedAs !== null || version.discard !== null) {
    throw new Problem('DRAFT_NOT_OPEN');
  }
  const [open] = await selectCopies(transaction, eq(reportWorkingCopies.baseId, id));
  if (open !== undefined && open.copy.reviewerId !== context.actor.id) {
    throw new Problem('REPORT_IN_REVIEW', { details: { ...toReviewDetails(open) } });
  }
  await transaction.delete(reportWorkingCopies).where(eq(reportWorkingCopies.baseId, id));
  await transaction.insert(reportDiscards).values({ versionId: id, reason, by: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'report.draft_discarded',
    subject: { kind: 'report', id },
    patientId,
    details: { kind, number },
  });
  return { patientId, kind };
}

type BasisConfirmation = CallInput<typeof reportsContract.confirm>;

/**
 * Checks whether an account may confirm a version.
 * @throws Problem VERSION_NOT_IN_FORCE, IDENTITY_NEEDED
 * @throws Problem CONFIRMED_BY_SIGNER for another account while the signer can sign
 * @throws Problem REPORT_BASIS_CHANGED if the client has not seen the current changes
 */
export async function checkConfirmation(
  transaction: Transaction,
  context: Context,
  { idVersion, seen }: BasisConfirmation,
) {
  const locked = await lockInForce(transaction, context, { idVersion });
  const signerId = locked.version.signer?.idAccount ?? '';
  if (!(await mayConfirm(transaction, context.actor.id, signerId))) {
    throw new Problem('CONFIRMED_BY_SIGNER');
  }
  const changes = await readChanges(transaction, idVersion);
  if (changes.length === 0 || hashChanges(changes) !== seen) {
    throw new Problem('REPORT_BASIS_CHANGED');
  }
  return { ...locked, changes };
}

/** Confirms that a signed version is valid although quoted results changed. Later changes are not covered. */
export async function confirmVersion(
  transaction: Transaction,
  context: Context,
  { idVersion: id, reason, confirmation }: BasisConfirmation,
  { version, identityVersionId, changes }: Awaited<ReturnType<typeof checkConfirmation>>,
): Promise<{ id: string }> {
  const { idUser: patientId, kind, number } = version;
  const proof = toProofKind(confirmation);
  const auditEventId = await writeAuditReturningId(transaction, context, {
    action: 'report.confirmed',
    subject: { kind: 'report', id },
    patientId,
    details: { kind, number, proof, values: changes.length },
  });
  const act = { reason, signerId: context.actor.id, identityVersionId, proof, auditEventId };
  await transaction
    .insert(reportConfirmations)
    .values({ id: newRecordId('rcf'), versionId: id, changes, ...act });
  return { id };
}
