import { and, count, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

/**
 * The number of upcoming appointments of each doctor, in one query; cancelled ones and those of deleted
 * patients do not count. A doctor without any is not in the map.
 */
export async function countUpcoming(
  db: Reader,
  doctorIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (doctorIds.length === 0) return new Map();
  const rows = await db
    .select({ doctorId: doctorAppointments.doctorId, figure: count() })
    .from(doctorAppointments)
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(
      and(
        inArray(doctorAppointments.doctorId, doctorIds),
        gte(doctorAppointments.startsAt, sql`now()`),
        ne(doctorAppointments.status, CANCELLED),
        isNull(doctorAppointments.deletedAt),
      ),
    )
    .groupBy(doctorAppointments.doctorId);
  return new Map(rows.map(({ doctorId, figure }) => [doctorId, figure]));
}
