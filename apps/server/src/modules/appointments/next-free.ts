import { MOST_OFFERED_DOCTORS, type OfferedDoctor } from '@simiente/contract/appointments/calls';
import { LONGEST_APPOINTMENT } from '@simiente/contract/doctors/calls';
import { and, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { containsWord, matchesSearch } from '../../platform/database/search.ts';
import { doctors } from '../../schema/doctors.ts';
import {
  appointmentFrom,
  contains,
  findFreeTime,
  hoursColumns,
  listSearchedPeriods,
  listTakers,
  presentHours,
} from './doctor-time.ts';

interface Asked {
  readonly from: Date;
  readonly search?: string | undefined;
  /** The appointment that moves. */
  readonly idAppointment?: string | undefined;
}

const specialtyText = sql`fold_text(array_to_string(${doctors.specialties}, ' '))`;

/** Active doctors by name, each with the next free hour from an instant on. */
export async function listNextFree(
  db: Reader,
  { from, search, idAppointment = '' }: Asked,
  timeZone: string,
): Promise<{ doctors: OfferedDoctor[]; moreDoctors: boolean }> {
  const rows = await db
    .select({
      idDoctor: doctors.id,
      name: doctors.name,
      email: doctors.email,
      specialties: doctors.specialties,
      ...hoursColumns,
    })
    .from(doctors)
    .where(
      and(
        isNull(doctors.deletedAt),
        isNull(doctors.retiredAt),
        matchesSearch(doctors.searchText, search, (word) => containsWord(specialtyText, word)),
      ),
    )
    .orderBy(sql`${doctors.name} collate "es-x-icu"`, doctors.id)
    .limit(MOST_OFFERED_DOCTORS + 1);
  const shown = rows
    .slice(0, MOST_OFFERED_DOCTORS)
    .map((row) => ({ ...row, ...presentHours(row) }));

  const next = new Map<string, string>();
  const freeNow = new Set<string>();
  for (const period of listSearchedPeriods(from)) {
    const left = shown.filter(({ idDoctor }) => !next.has(idDoctor));
    if (left.length === 0) break;
    const until = new Date(period.endsAt.getTime() + LONGEST_APPOINTMENT * 60_000);
    const ids = left.map(({ idDoctor }) => idDoctor);
    const takers = await listTakers(db, ids, { ...period, endsAt: until }, idAppointment);
    const byDoctor = Map.groupBy(takers, ({ doctorId }) => doctorId);
    for (const doctor of left) {
      const taken = byDoctor.get(doctor.idDoctor) ?? [];
      const { free, starts } = findFreeTime(period, doctor, taken, timeZone);
      if (starts[0]) next.set(doctor.idDoctor, starts[0].toISOString());
      const asked = appointmentFrom(from, doctor);
      if (free.some((part) => contains(part, asked))) freeNow.add(doctor.idDoctor);
    }
  }
  return {
    doctors: shown.map(({ idDoctor, name, email, specialties }) => ({
      ...{ idDoctor, name, email, specialties },
      isFree: freeNow.has(idDoctor),
      nextFree: next.get(idDoctor) ?? null,
    })),
    moreDoctors: rows.length > shown.length,
  };
}
