import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/pages';
import type { DoctorPage, doctorListInput } from '@simiente/contract/doctors';
import { and, asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Cursor, CursorCodec } from '../../platform/database/cursor.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { doctors } from '../../schema/doctors.ts';
import { countUpcoming } from './count-upcoming.ts';
import { type DoctorFilter, matches } from './filter.ts';
import { doctorColumns, presentDoctor } from './present.ts';

type ListInput = z.output<typeof doctorListInput>;

/** What PostgreSQL sorts by; `doctors_by_name` has the same expression. */
const byName = sql`${doctors.name} collate "es-x-icu"`;

/** One page of doctors, by keyset, each with how many appointments they have from now on. */
export async function listDoctors(
  transaction: Transaction,
  input: ListInput,
  cursors: CursorCodec,
): Promise<DoctorPage> {
  const { sort, limit, cursor } = input;
  const direction = sort === 'name' ? asc : desc;
  const rows = await transaction
    .select(doctorColumns)
    .from(doctors)
    .where(
      and(
        matches(input),
        cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort)),
      ),
    )
    .orderBy(direction(byName), direction(doctors.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const upcoming = await countUpcoming(
    transaction,
    page.map(({ id }) => id),
  );
  return {
    doctors: page.map((row) => presentDoctor(row, upcoming.get(row.id) ?? 0)),
    nextCursor: last ? cursors.encode({ sort, key: last.name, id: last.id }) : null,
    ...(await countDoctors(transaction, input)),
  };
}

/** The doctors who come after a cursor in its order. */
function after(sort: ListInput['sort'], { key, id }: Cursor): SQL {
  const comparison = sort === 'name' ? sql`>` : sql`<`;
  return sql`(${byName}, ${doctors.id}) ${comparison} (${key}::text collate "es-x-icu", ${id})`;
}

/** Exact without a search; with one it stops at 1 000, so that a broad term costs no more. */
async function countDoctors(
  transaction: Transaction,
  filter: DoctorFilter,
): Promise<Pick<DoctorPage, 'total' | 'totalIsCapped'>> {
  const isSearch = (filter.search?.trim() ?? '') !== '';
  const found = transaction
    .select({ one: sql`1`.as('one') })
    .from(doctors)
    .where(matches(filter));
  const counted = (isSearch ? found.limit(LARGEST_SEARCHED_TOTAL + 1) : found).as('found');
  const [row] = await transaction.select({ figure: count() }).from(counted);
  const figure = row?.figure ?? 0;
  const totalIsCapped = isSearch && figure > LARGEST_SEARCHED_TOTAL;
  return { total: totalIsCapped ? LARGEST_SEARCHED_TOTAL : figure, totalIsCapped };
}
