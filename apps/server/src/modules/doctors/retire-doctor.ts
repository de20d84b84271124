import type { Doctor } from '@simiente/contract/doctors';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { doctors } from '../../schema/doctors.ts';
import { recordAudit } from '../audit/public.ts';
import { lockDoctor, refuseStale } from './lock-doctor.ts';
import { readDoctor } from './read-doctor.ts';

/**
 * Retires a doctor, who then takes no new appointments and keeps the others, or undoes it. Repeating it
 * changes nothing.
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the doctor as they are now
 */
export async function retireDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  id: string,
  { retired, version }: { readonly retired: boolean; readonly version: number | undefined },
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  if ((before.retiredAt !== null) === retired) return before;
  refuseStale(before, version);
  await transaction
    .update(doctors)
    .set({
      retiredAt: retired ? sql`now()` : null,
      version: sql`${doctors.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(doctors.id, id));
  await recordAudit(transaction, context, {
    action: retired ? 'doctor.retired' : 'doctor.reinstated',
    subject: { kind: 'doctor', id },
    details: { changes: { retired: { from: !retired, to: retired } }, upcoming: before.upcoming },
  });
  return readDoctor(transaction, id);
}
