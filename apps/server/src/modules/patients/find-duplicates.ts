import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { phoneDigits } from '@simiente/contract/patients/fields';
import { and, desc, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameEmail } from '../../platform/database/duplicates.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import { notDeleted } from './query.ts';

/**
 * The patients who may be the same person: the same e-mail in any case, or the same last ten digits of
 * the phone. Those with both come first, then the newest.
 */
export async function findDuplicates(
  db: Reader,
  contact: { email?: string | undefined; phone?: string | undefined },
): Promise<{ duplicates: PossibleDuplicate[] }> {
  const email = contact.email?.trim() ?? '';
  const digits = phoneDigits(contact.phone);
  // Expressions as in the indexes; a missing value matches no patient.
  const byEmail = email === '' ? undefined : sameEmail(patients.email, email);
  const byPhone = digits === undefined ? undefined : sql`${phoneKey(patients.phone)} = ${digits}`;
  const { condition, matched } = matchedBy({ email: byEmail, phone: byPhone });
  if (condition === undefined) return { duplicates: [] };

  const rows = await db
    .select({ ...summaryColumns, matched })
    .from(patients)
    .where(and(notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), desc(patients.createdSort), desc(patients.id))
    .limit(MOST_DUPLICATES);
  return {
    duplicates: rows.map(({ matched, ...row }) => ({ ...presentPatientSummary(row), matched })),
  };
}
