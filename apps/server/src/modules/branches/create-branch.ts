import type { Branch } from '@simiente/contract/branches';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { branches } from '../../schema/partners.ts';
import { recordAudit } from '../audit/public.ts';
import { type BranchFields, branchValues } from './branch-values.ts';
import { holdPartner } from './find-partner.ts';
import { readBranch } from './read-branch.ts';

/**
 * @throws Problem NOT_FOUND when there is no such partner
 * @throws Problem PARTNER_DELETED
 */
export async function createBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  partnerId: string,
  fields: BranchFields,
): Promise<Branch> {
  await holdPartner(transaction, partnerId);
  const id = newRecordId('brn');
  await transaction
    .insert(branches)
    .values({ id, partnerId, name: fields.name, ...branchValues(fields) });
  await recordAudit(transaction, context, {
    action: 'branch.created',
    subject: { kind: 'branch', id },
    details: { partner: partnerId },
  });
  return readBranch(transaction, id);
}
