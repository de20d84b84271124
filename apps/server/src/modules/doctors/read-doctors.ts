import { addDays, startOfDay } from '@simiente/contract/common/days';
import {
  type AgendaRow,
  type ClinicDay,
  type Doctor,
  type DoctorPage,
  type doctorListInput,
  MAX_UPCOMING,
} from '@simiente/contract/doctors/calls';
import { type DoctorSort, MAX_DAY_DOCTORS } from '@simiente/contract/doctors/filters';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { Reader, SelectedRow } from '../../platform/database/database.ts';
import { MAX_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byText, keyset } from '../../platform/database/pages/keyset.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { hasActivePatient, hasAppointment, listAgendaRows } from '../appointments/public.ts';
import { presentSchedule, scheduleColumns } from '../schedules/public.ts';

/** SQL: whether a row of either table of appointments is upcoming. */
const isUpcoming = sql`starts_at >= now() and status <> ${sql.raw(`'${CANCELLED}'`)} and deleted_at is null`;

const doctorColumns = {
  ...pick(doctors, ['id', 'name', 'email', 'specialties', 'appointmentMinutes']),
  ...scheduleColumns,
  retiredAt: doctors.retiredAt,
  upcoming: sql<number>`(
    select count(*)::int from (
      select patient_id from ${doctorAppointments as PgTable} where doctor_id = ${doctors as PgTable}.id and ${isUpcoming}
      union all select patient_id from ${recipeAppointments as PgTable} where ${isUpcoming}
        and (doctor_id = ${doctors as PgTable}.id or lower(${doctors as PgTable}.email) = any(host_emails))) as taking
     where patient_id is null or ${hasActivePatient(sql`patient_id`)})`,
  version: doctors.version,
};

type DoctorRow = SelectedRow<typeof doctorColumns>;

function presentDoctor({ id, places, ...row }: DoctorRow): Doctor {
  return { idDoctor: id, ...toWire(row), ...presentSchedule({ ...row, places }) };
}

type ListInput = z.output<typeof doctorListInput>;

/** One page of doctors, by keyset, each with the number of upcoming appointments. */
export async function listDoctors(
  db: Reader,
  input: ListInput,
  cursors: CursorCodec,
): Promise<DoctorPage> {
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    db.select(doctorColumns).from(doctors),
    matches(input),
  );
  return {
    doctors: page.map(presentDoctor),
    nextCursor,
    ...(await countRows(db, doctors, matches(input), input.search)),
  };
}

export const doctorIds = (filter: Omit<ListInput, 'limit' | 'cursor'>) =>
  ids(filter.sort, doctors, matches(filter));

export async function readDoctors(db: Reader, ids: string[]): Promise<Doctor[]> {
  const rows = await db.select(doctorColumns).from(doctors).where(inArray(doctors.id, ids));
  return rows.map(presentDoctor);
}

const { orderBy, readPage, ids } = keyset<DoctorSort, DoctorRow>(doctors.id, ({ id }) => id, {
  // The expression of the index `doctors_by_name`.
  name: byText(doctors.name, (doctor) => doctor.name),
  specialties: byText(sql`array_to_string(${doctors.specialties}, ', ')`, (doctor) =>
    doctor.specialties.join(', '),
  ),
  email: byText(sql`coalesce(${doctors.email}, '')`, (doctor) => doctor.email ?? ''),
  upcoming: {
    expression: doctorColumns.upcoming,
    fromCursor: (key) => sql`${key}::int`,
    toCursor: (doctor) => String(doctor.upcoming),
  },
});

type DoctorFilter = Pick<z.output<typeof doctorListInput>, 'search' | 'state'>;

/** Condition for doctors who are not deleted; retired doctors are included. */
export const notDeleted = isNull(doctors.deletedAt);

export function matches({ search, state }: DoctorFilter): SQL | undefined {
  return and(notDeleted, inState(state), matchesSearch(doctors.searchText, search));
}

function inState(state: DoctorFilter['state']): SQL | undefined {
  if (state === 'all') return undefined;
  return state === 'retired' ? isNotNull(doctors.retiredAt) : isNull(doctors.retiredAt);
}

/** @throws Problem NOT_FOUND for an unknown or deleted doctor, but not for a retired one */
export async function readDoctor(db: Reader, id: string): Promise<Doctor> {
  const [row] = await db
    .select(doctorColumns)
    .from(doctors)
    .where(and(eq(doctors.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return presentDoctor(row);
}

/** A doctor's appointments that overlap an interval, in order, with cancelled ones. */
export async function readAgenda(
  db: Reader,
  doctorId: string,
  interval: { readonly from: Date; readonly to: Date },
): Promise<AgendaRow[]> {
  await readDoctor(db, doctorId);
  return listAgendaRows(db, { doctorIds: [doctorId], withPrescriptions: false }, interval);
}

/** A doctor's next appointments in order, without cancelled ones and without those of deleted patients. */
export async function listUpcoming(db: Reader, doctorId: string): Promise<AgendaRow[]> {
  const now = new Date();
  const rows = await readAgenda(db, doctorId, { from: now, to: LAST_DAY });
  return rows
    .filter(({ startsAt, status }) => Date.parse(startsAt) >= +now && status !== CANCELLED)
    .slice(0, MAX_UPCOMING);
}

const LAST_DAY = new Date('9999-12-31');

/** Doctors, also retired ones, whose name has the same words. */
export async function findDoctorDuplicates(db: Reader, { name }: { name?: string | undefined }) {
  const { condition, matched } = matchedBy({ name: sameWords(doctors.name, name) });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...doctorColumns, matched })
    .from(doctors)
    .where(and(notDeleted, condition))
    .orderBy(doctors.name, doctors.id)
    .limit(MAX_DUPLICATES);
  return { duplicates: rows.map((row) => ({ ...presentDoctor(row), matched: row.matched })) };
}

/** A page of doctors with the appointments of some days of the clinic's calendar. */
export async function readClinicDay(
  db: Reader,
  { date, days, page }: { readonly date: string; readonly days: number; readonly page: number },
  timeZone: string,
): Promise<ClinicDay> {
  const period = {
    from: startOfDay(date, timeZone),
    to: startOfDay(addDays(date, days), timeZone),
  };
  const rows = await db
    .select(doctorColumns)
    .from(doctors)
    .where(and(notDeleted, or(isNull(doctors.retiredAt), hasAppointment(doctors.id, period))))
    .orderBy(...orderBy('name'))
    .limit(MAX_DAY_DOCTORS + 1)
    .offset(page * MAX_DAY_DOCTORS);
  const shown = rows.slice(0, MAX_DAY_DOCTORS);
  return {
    doctors: shown.map(presentDoctor).map(({ upcoming: _, ...doctor }) => doctor),
    moreDoctors: rows.length > shown.length,
    appointments: await listAgendaRows(
      db,
      { doctorIds: shown.map(({ id }) => id), withPrescriptions: page === 0 },
      period,
    ),
  };
}
