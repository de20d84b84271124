import type { Confirmation } from '@simiente/contract/account/confirmation';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/record-id.ts';
import { Problem } from '../../../platform/problem.ts';
import { reportConfirmations } from '../../../schema/reports.ts';
import { writeAuditReturningId } from '../../audit/public.ts';
import { lockIdentity } from '../../professional-identity/public.ts';
import { digestOfChanges, mayConfirm, readChanges } from '../reading/basis.ts';
import { toProofKind } from './confirmed.ts';
import { lockVersion } from './end-version.ts';
import { requireSigner } from './signature.ts';

type Context = Pick<StaffContext, 'actor' | 'origin'>;

interface BasisConfirmation {
  readonly idVersion: string;
  readonly reason: string;
  /** Digest of the changes that were shown. */
  readonly seen: string;
  readonly confirmation: Confirmation;
}

/**
 * Checks whether an account may confirm that a version holds.
 * @throws Problem NOT_FOUND, VERSION_NOT_IN_FORCE, IDENTITY_NEEDED
 * @throws Problem CONFIRMED_BY_SIGNER for another account while the signer can sign
 * @throws Problem REPORT_BASIS_CHANGED when the changes differ from those shown
 */
export async function checkConfirmation(
  transaction: Transaction,
  { actor }: Context,
  { idVersion, seen }: BasisConfirmation,
) {
  const version = await lockVersion(transaction, idVersion);
  if (version.signer === null || version.inForceId !== idVersion) {
    throw new Problem('VERSION_NOT_IN_FORCE');
  }
  await lockIdentity(transaction, actor.id);
  const identityVersionId = await requireSigner(transaction, actor.id);
  if (!(await mayConfirm(transaction, actor.id, version.signer.idAccount))) {
    throw new Problem('CONFIRMED_BY_SIGNER');
  }
  const changes = await readChanges(transaction, idVersion);
  if (changes.length === 0 || digestOfChanges(changes) !== seen) {
    throw new Problem('REPORT_BASIS_CHANGED');
  }
  return { version, identityVersionId, changes };
}

/**
 * Confirms that a signed version holds although results that it quotes changed. A later change is not confirmed by it.
 */
export async function confirmVersion(
  transaction: Transaction,
  context: Context,
  { idVersion: id, reason, confirmation }: BasisConfirmation,
  { version, identityVersionId, changes }: Awaited<ReturnType<typeof checkConfirmation>>,
): Promise<{ id: string }> {
  const { patientId } = version;
  const proof = toProofKind(confirmation);
  const auditEventId = await writeAuditReturningId(transaction, context, {
    action: 'report.confirmed',
    subject: { kind: 'report', id },
    patientId,
    details: { kind: version.kind, number: version.number, proof, values: changes.length },
  });
  await transaction.insert(reportConfirmations).values({
    id: newRecordId('rcf'),
    versionId: id,
    reason,
    changes,
    signerId: context.actor.id,
    identityVersionId,
    proof,
    auditEventId,
  });
  return { id };
}
