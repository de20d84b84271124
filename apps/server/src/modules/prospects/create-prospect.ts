import type { NewProspect } from '@simiente/contract/prospects/calls';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit } from '../audit/public.ts';

/**
 * Creates a pending prospect who called or came by, and gave no consent on the landing page.
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
