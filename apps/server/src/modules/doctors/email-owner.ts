import { and, asc, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctors } from '../../schema/doctors.ts';
import { listed } from './filter.ts';

/**
 * Checks that no other doctor has an e-mail, and locks it until commit: imported doctors may share one,
 * so a unique constraint is impossible.
 * @throws Problem DOCTOR_EMAIL_TAKEN with the doctor who has it
 */
export async function claimEmail(
  transaction: Transaction,
  email: string,
  exceptId = '',
): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('doctor e-mail ' || lower(${email}), 0))`,
  );
  const [owner] = await transaction
    .select({ name: doctors.name })
    .from(doctors)
    .where(and(sql`lower(${doctors.email}) = lower(${email})`, ne(doctors.id, exceptId), listed))
    .orderBy(asc(doctors.id))
    .limit(1);
  if (!owner) return;
  throw new Problem('DOCTOR_EMAIL_TAKEN', {
    issues: [{ path: 'email', message: `Ese correo ya es de ${owner.name}.` }],
  });
}
