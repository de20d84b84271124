import { DEFAULT_PAGE_SIZE } from '@simiente/contract/common/page-sizes';
import type { PatientSummary, patientListInput } from '@simiente/contract/patients';
import { and, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { isTerm } from '../../platform/database/search.ts';
import { askPage, literal, pageJson, writeAll } from '../../platform/database/written.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { patients } from '../../schema/patients.ts';
import { COUNTED } from '../record-counts/public.ts';
import {
  allFigures,
  figuresOf,
  isPlain,
  type PatientFigures,
  presentCounts,
} from './count-patients.ts';
import { inList, listed, matches } from './filter.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { writtenSummary } from './present.ts';

type ListInput = z.output<typeof patientListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors' | 'clinicTimeZone'>;

/**
 * One page of patients, by keyset: the page after a cursor costs what the first one costs, and a
 * row that comes or goes meanwhile is neither skipped nor shown twice.
 */
export async function listPatients(
  { db, cursors, clinicTimeZone }: Parts,
  input: ListInput,
): Promise<{ readonly json: string; readonly count: number }> {
  const { sort, limit, cursor } = input;
  const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
  const { rows, before } = rowsOf(input, next, clinicTimeZone);
  const page = await askPage<PatientSummary, PatientFigures>(db, {
    before,
    rows,
    limit,
    extra: figuresOf(input, clinicTimeZone, FOUND),
    prepared: isPlain(input) && limit === DEFAULT_PAGE_SIZE,
  });
  const { last } = page;
  const json = pageJson('userData', page, {
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    ...presentCounts(input, page.extra),
  });
  return { json, count: page.count };
}

const FOUND = sql.raw('found');

/** The rows from a place on, in their order, and what a search finds for its figures. */
function rowsOf(
  input: ListInput,
  next: SQL | undefined,
  clinicTimeZone: string,
): { rows: SQL; before: SQL[] } {
  const inOrder = sql`order by ${sql.join(orderBy(input.sort), sql`, `)}
    limit ${literal(input.limit + 1)}`;
  const where = and(inList(input, clinicTimeZone), next);
  const rows = (gate?: SQL) =>
    sql`select ${writtenSummary} from ${patients} where ${and(where, gate)} ${inOrder}`;
  if (!isTerm(input.search)) return { rows: rows(), before: [] };
  const found = sql`found as materialized (select ${COLUMNS} from ${patients}
    where ${matches(input, clinicTimeZone)} limit ${COUNTED})`;
  if (input.status !== 0 || next) return { rows: rows(), before: [found] };
  // Few are all at hand already. Of many the page is the beginning of the list, which an index has in
  // order: to put all in order for it would cost more the more there are.
  const areFew = sql`(select count(*) from found) < ${COUNTED}`;
  return {
    rows: sql`(select ${writtenSummary} from found as ${patients} where ${areFew} ${inOrder})
      union all (${rows(sql`not ${areFew}`)})`,
    before: [found],
  };
}

/** What a row and its place in any order are made of. */
const COLUMNS = sql.raw(
  'id, name, email, phone, created_at, last_access_at, created_sort, last_access_sort, status, status_group, version',
);

/**
 * Every patient outside the bin, newest first, piece by piece; the legacy call without a limit.
 * @param onFound told how many there are as it begins, before any of them leaves
 */
export function listAllPatients(
  db: Database,
  onFound: (count: number) => Promise<void>,
): AsyncGenerator<string> {
  const sort = '-createDate';
  return writeAll<PatientSummary, PatientFigures>(db, {
    around: ['{"userData":', '}'],
    rows: (next) => sql`select ${writtenSummary} from ${patients}
      where ${and(listed, next)} order by ${sql.join(orderBy(sort), sql`, `)}`,
    after: (last) => after(sort, cursorAt(sort, last)),
    extra: allFigures,
    onFound: (figures) => onFound(presentCounts({ status: 0 }, figures).total),
  });
}
