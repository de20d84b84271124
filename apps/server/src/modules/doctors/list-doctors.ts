import type { Doctor, DoctorPage, doctorListInput } from '@simiente/contract/doctors';
import { and, asc, desc, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { countRows } from '../../platform/database/count-rows.ts';
import type { Cursor, CursorCodec } from '../../platform/database/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/pages.ts';
import { doctors } from '../../schema/doctors.ts';
import { countUpcoming } from './count-upcoming.ts';
import { matches } from './filter.ts';
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
