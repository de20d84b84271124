import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { upcomingIn } from './query.ts';

/** When the next appointment of each of these patients is, of either kind; who has none is not in the map. */
export async function readNextAppointments(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const among = sql`${sql.param([...ids])}`;
  const { rows } = await db.execute<{ id: string; next: Date | string }>(sql`
    select patient_id as id, min(starts_at) as next from (
      ${upcomingIn(recipeAppointments, among)} union all ${upcomingIn(doctorAppointments, among)}
    ) as upcoming group by patient_id`);
  return new Map(rows.map(({ id, next }) => [id, new Date(next).toISOString()]));
}
