import type { Doctor } from '@simiente/contract/doctors';
import { and, eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctors } from '../../schema/doctors.ts';
import { countUpcoming } from './count-upcoming.ts';
import { listed } from './filter.ts';
import { doctorColumns, presentDoctor } from './present.ts';

/** @throws Problem NOT_FOUND when the doctor does not exist; a retired one does */
export async function readDoctor(db: Reader, id: string): Promise<Doctor> {
  const [row] = await db
    .select(doctorColumns)
    .from(doctors)
    .where(and(eq(doctors.id, id), listed));
  if (!row) throw new Problem('NOT_FOUND');
  const upcoming = await countUpcoming(db, [id]);
  return presentDoctor(row, upcoming.get(id) ?? 0);
}
