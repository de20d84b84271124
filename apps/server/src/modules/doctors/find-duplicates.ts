import { and } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { doctors } from '../../schema/doctors.ts';
import { doctorColumns } from './present.ts';
import { notDeleted, withUpcoming } from './read-doctors.ts';

/** The doctors, active or not, with the same words of the name. */
export async function findDoctorDuplicates(db: Reader, { name }: { name?: string | undefined }) {
  const { condition, matched } = matchedBy({ name: sameWords(doctors.name, name) });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...doctorColumns, matched })
    .from(doctors)
    .where(and(notDeleted, condition))
    .orderBy(doctors.name, doctors.id)
    .limit(MOST_DUPLICATES);
  const found = await withUpcoming(db, rows);
  return {
    duplicates: found.map((doctor, index) => ({ ...doctor, matched: rows[index]?.matched ?? [] })),
  };
}
