import {
  type appointmentsContract,
  MAX_OFFERED_DOCTORS,
  type OfferedDoctor,
} from '@simiente/contract/appointments/calls';
import { MAX_APPOINTMENT } from '@simiente/contract/doctors/calls';
import { and, isNull, sql } from 'drizzle-orm';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { containsWord, matchesSearch } from '../../platform/database/search.ts';
import { doctors } from '../../schema/doctors.ts';
import {
  appointmentFrom,
  contains,
  findFreeTime,
  hoursColumns,
  listBusyTimes,
  listSearchedPeriods,
  presentHours,
} from './doctor-time.ts';

const specialtyText = sql`fold_text(array_to_string(${doctors.specialties}, ' '))`;

/** Active doctors by name, with whether they are free at an instant, and their next free time from then on. */
export async function listNextFree(
  db: Reader,
  { search, idAppointment = '', ...input }: CallInput<typeof appointmentsContract.nextFree>,
  timeZone: string,
): Promise<{ doctors: OfferedDoctor[]; moreDoctors: boolean }> {
  const from = new Date(input.from);
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
    .limit(MAX_OFFERED_DOCTORS + 1);
  const shown = rows.slice(0, MAX_OFFERED_DOCTORS).map((row) => ({ ...row, ...presentHours(row) }));

  const nextFree = new Map<string, string>();
  const freeDoctors = new Set<string>();
  for (const period of listSearchedPeriods(from)) {
    const remaining = shown.filter(({ idDoctor }) => !nextFree.has(idDoctor));
    if (remaining.length === 0) break;
    const until = new Date(period.endsAt.getTime() + MAX_APPOINTMENT * 60_000);
    const ids = remaining.map(({ idDoctor }) => idDoctor);
    const busyTimes = await listBusyTimes(db, ids, { ...period, endsAt: until }, idAppointment);
    const byDoctor = Map.groupBy(busyTimes, ({ doctorId }) => doctorId);
    for (const doctor of remaining) {
      const taken = byDoctor.get(doctor.idDoctor) ?? [];
      const { free, starts } = findFreeTime(period, doctor, taken, timeZone);
      if (starts[0]) nextFree.set(doctor.idDoctor, starts[0].toISOString());
      const slot = appointmentFrom(from, doctor);
      if (free.some((span) => contains(span, slot))) freeDoctors.add(doctor.idDoctor);
    }
  }
  return {
    doctors: shown.map(({ idDoctor, name, email, specialties }) => ({
      idDoctor,
      name,
      email,
      specialties,
      isFree: freeDoctors.has(idDoctor),
      nextFree: nextFree.get(idDoctor) ?? null,
    })),
    moreDoctors: rows.length > shown.length,
  };
}
