import type { DoctorAppointment } from '@simiente/contract/appointments';
import type { Doctor, DoctorPage, doctorListInput } from '@simiente/contract/doctors';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type * as z from 'zod';
import { countRows } from '../../platform/database/count-rows.ts';
import type { Cursor, CursorCodec } from '../../platform/database/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/pages.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { listAppointmentsBetween } from '../appointments/public.ts';
import { type DoctorRow, doctorColumns, presentDoctor } from './present.ts';

type ListInput = z.output<typeof doctorListInput>;

/** PostgreSQL's sort key; `doctors_by_name` has the same expression. */
const byName = sql`${doctors.name} collate "es-x-icu"`;

/** One page of doctors, by keyset, each with the number of upcoming appointments. */
export async function listDoctors(
  db: Reader,
  input: ListInput,
  cursors: CursorCodec,
): Promise<DoctorPage> {
  const { sort, limit, cursor } = input;
  const rows = await db
    .select(doctorColumns)
    .from(doctors)
    .where(
      and(
        matches(input),
        cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort)),
      ),
    )
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, cursors, (last) => ({
    sort,
    key: last.name,
    id: last.id,
  }));
  return {
    doctors: await withUpcoming(db, page),
    nextCursor,
    ...(await countRows(db, doctors, matches(input), input.search)),
  };
}

/** The query for the ids of every doctor in the list under its filters, in its order. */
export function doctorIds(db: Reader, filter: Omit<ListInput, 'limit' | 'cursor'>): SQLWrapper {
  return db
    .select({ id: doctors.id })
    .from(doctors)
    .where(matches(filter))
    .orderBy(...orderBy(filter.sort));
}

/** These doctors as the list shows them, in any order. */
export async function readDoctors(db: Reader, ids: string[]): Promise<Doctor[]> {
  const rows = await db.select(doctorColumns).from(doctors).where(inArray(doctors.id, ids));
  return withUpcoming(db, rows);
}

async function withUpcoming(db: Reader, rows: readonly DoctorRow[]): Promise<Doctor[]> {
  const ids = rows.map(({ id }) => id);
  const upcoming = await countUpcoming(db, ids);
  return rows.map((row) => presentDoctor(row, upcoming.get(row.id) ?? 0));
}

function orderBy(sort: ListInput['sort']): SQL[] {
  const direction = sort === 'name' ? asc : desc;
  return [direction(byName), direction(doctors.id)];
}

function after(sort: ListInput['sort'], { key, id }: Cursor): SQL {
  const comparison = sort === 'name' ? sql`>` : sql`<`;
  return sql`(${byName}, ${doctors.id}) ${comparison} (${key}::text collate "es-x-icu", ${id})`;
}

type DoctorFilter = Pick<z.output<typeof doctorListInput>, 'search' | 'state'>;

/** Doctors who are not deleted, retired or not. */
export const notDeleted = isNull(doctors.deletedAt);

/** The common conditions of list and count. */
export function matches({ search, state }: DoctorFilter): SQL | undefined {
  return and(notDeleted, inState(state), matchesSearch(doctors.searchText, search));
}

function inState(state: DoctorFilter['state']): SQL | undefined {
  if (state === 'all') return undefined;
  return state === 'retired' ? isNotNull(doctors.retiredAt) : isNull(doctors.retiredAt);
}

/** @throws Problem NOT_FOUND when the doctor does not exist; a retired one does */
export async function readDoctor(db: Reader, id: string): Promise<Doctor> {
  const [row] = await db
    .select(doctorColumns)
    .from(doctors)
    .where(and(eq(doctors.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  const upcoming = await countUpcoming(db, [id]);
  return presentDoctor(row, upcoming.get(id) ?? 0);
}

/**
 * A doctor's appointments that touch the interval from `from` to before `to`, in order, cancelled ones
 * included.
 * @throws Problem NOT_FOUND when the doctor does not exist
 */
export async function readAgenda(
  db: Reader,
  doctorId: string,
  interval: { readonly from: Date; readonly to: Date },
): Promise<DoctorAppointment[]> {
  await readDoctor(db, doctorId);
  return listAppointmentsBetween(db, doctorId, interval);
}

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
