import type { IntakeInput } from '@simiente/contract/intake';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { prospects } from '../../schema/prospects.ts';
import { recordAudit } from '../audit/public.ts';

/** Stores the sender as a pending prospect, with the time and text of consent. */
export async function receiveProspect(
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
  await recordAudit(transaction, act, {
    action: 'prospect.received',
    subject: { kind: 'prospect', id },
    details: { consentVersion },
  });
}
