import { phoneDigits } from '@simiente/contract/patient-fields';
import type { PossibleDuplicate } from '@simiente/contract/patients';
import { and, desc, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import { notDeleted } from './query.ts';

const MOST = 10;

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
  const byEmail = email === '' ? undefined : sql`lower(${patients.email}) = lower(${email})`;
  const byPhone = digits === undefined ? undefined : sql`${phoneKey(patients.phone)} = ${digits}`;
  if (!byEmail && !byPhone) return { duplicates: [] };

  const holds = (condition: SQL | undefined) =>
    sql<boolean>`coalesce(${condition ?? sql`false`}, false)`;
  const [sameEmail, samePhone] = [holds(byEmail), holds(byPhone)];
  const rows = await db
    .select({ ...summaryColumns, sameEmail, samePhone })
    .from(patients)
    .where(and(notDeleted, or(byEmail, byPhone)))
    .orderBy(
      desc(sql`${sameEmail}::int + ${samePhone}::int`),
      desc(patients.createdSort),
      desc(patients.id),
    )
    .limit(MOST);
  return {
    duplicates: rows.map((row) => ({
      ...presentPatientSummary(row),
      matched: [
        ...(row.sameEmail ? (['email'] as const) : []),
        ...(row.samePhone ? (['phone'] as const) : []),
      ],
    })),
  };
}
