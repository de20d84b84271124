import { DEFAULT_PAGE_SIZE } from '@simiente/contract/common/page-sizes';
import type {
  PatientPage,
  PatientSummary,
  patientListInput,
} from '@simiente/contract/patients/calls';
import type { StatusFilter, StatusGroup } from '@simiente/contract/patients/filters';
import { and, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import { DataStream } from '../../platform/calls/data-stream.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { everyPage, pageOf, queryPage } from '../../platform/database/pages/pages.ts';
import { type RowOf, selectList } from '../../platform/database/rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { type Form, fixed, literal } from '../../platform/database/statements.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import {
  countedRecords,
  exactFigures,
  type Figures,
  MOST_COUNTED,
  presentFigures,
  searchedFigures,
  storedFigures,
} from '../record-counts/public.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import {
  after,
  cursorAt,
  inList,
  inStatus,
  keyOf,
  matches,
  notDeleted,
  orderBy,
  type PatientFilter,
  upcomingIn,
} from './query.ts';

type ListInput = z.output<typeof patientListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors' | 'clinicTimeZone'>;

const SUMMARY = fixed(selectList(summaryColumns));

/**
 * One page of patients, by keyset: every page costs what the first does, and a concurrent insert or
 * delete repeats or skips no row.
 */
export async function listPatients(
  { db, cursors, clinicTimeZone }: Parts,
  input: ListInput,
): Promise<PatientPage> {
  const { sort, limit, cursor } = input;
  const position = cursor === undefined ? undefined : cursors.decode(cursor, sort);
  const { rows, counted } = await readRows(db, input, position, clinicTimeZone);
  const { page, nextCursor } = pageOf(rows.map(presentPatientSummary), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return {
    userData: input.upcoming ? await withNextAppointment(db, page) : page,
    nextCursor,
    ...presentCounts(input, counted),
  };
}

/** The rows of a page, with its counts. */
async function readRows(
  db: Database,
  input: ListInput,
  position: Cursor | undefined,
  clinicTimeZone: string,
): Promise<{ rows: RowOf<typeof summaryColumns>[]; counted: PatientFigures }> {
  const columns = summaryColumns;
  const next = () => position && after(input.sort, position);
  const parts = () => ({
    ...rowsOf(input, next(), clinicTimeZone),
    metadata: figuresOf(input, clinicTimeZone, FOUND),
  });
  const isUsual = isPlain(input) && input.limit === DEFAULT_PAGE_SIZE;
  const form = isUsual ? formOf(input, position) : undefined;
  const { rows, metadata: counted } = await queryPage<typeof columns, PatientFigures>(db, {
    columns,
    form,
    parts,
  });
  return { rows, counted };
}

/** Of a page of the usual size without filters but the status. */
function formOf({ sort, status }: ListInput, position: Cursor | undefined): Form {
  return {
    name: `patients by ${sort}, of a status: ${status !== 0}, after another page: ${position !== undefined}`,
    values: [...(status === 0 ? [] : [status]), ...(position ? [position.key, position.id] : [])],
  };
}

async function withNextAppointment(
  db: Database,
  page: readonly PatientSummary[],
): Promise<PatientSummary[]> {
  const next = await readNextAppointments(
    db,
    page.map(({ idUser }) => idUser),
  );
  return page.map((row) => {
    const nextAppointment = next.get(row.idUser);
    return nextAppointment === undefined ? row : { ...row, nextAppointment };
  });
}

/** When the next appointment of each of these patients is, of either kind; who has none is not in the map. */
async function readNextAppointments(
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

const FOUND = sql.raw('found');

/** The rows after a cursor, in their order, and the results of a search for its counts. */
function rowsOf(
  input: ListInput,
  next: SQL | undefined,
  clinicTimeZone: string,
): { rows: SQL; before: SQL[] } {
  const { search, sort, status, limit } = input;
  if (!isTerm(search)) return { rows: pageIn(input, next, clinicTimeZone), before: [] };
  const { key, descending } = keyOf(sort);
  const found = sql`found as materialized (select ${patients.id}, ${patients.statusGroup}, ${key} as key
    from ${patients} where ${matches(input, clinicTimeZone)} limit ${MOST_COUNTED})`;
  if (status !== 0 || next) return { rows: pageIn(input, next, clinicTimeZone), before: [found] };
  const direction = sql.raw(descending ? 'desc' : 'asc');
  // Few results are read whole. Of many, the page is read from the ordered index, since sorting all
  // costs more the more there are.
  const keys = sql`(select id, key from found where ${areFew}
      order by key ${direction}, id ${direction} limit ${literal(limit + 1)})
    union all (${walked(input, next, clinicTimeZone, sql`not ${areFew}`)})`;
  return { rows: rowsAt(keys, sort), before: [found] };
}

/** The rows after a cursor, in their order, without anything to count them by. */
function pageIn(input: ListInput, next: SQL | undefined, clinicTimeZone: string): SQL {
  if (isTerm(input.search)) return rowsAt(walked(input, next, clinicTimeZone), input.sort);
  return sql`select ${SUMMARY} from ${patients}
    where ${and(inList(input, clinicTimeZone), next)} ${inOrder(input)}`;
}

/** The results of a search in an order, of whose index this needs nothing else; rows are read of the page alone. */
function walked(input: ListInput, next: SQL | undefined, clinicTimeZone: string, gate?: SQL): SQL {
  const { key } = keyOf(input.sort);
  return sql`select ${patients.id}, ${key} as key from ${patients}
    where ${and(inList(input, clinicTimeZone), next, gate)} ${inOrder(input)}`;
}

const inOrder = ({ sort, limit }: Pick<ListInput, 'sort' | 'limit'>): SQL =>
  sql`order by ${sql.join(orderBy(sort), sql`, `)} limit ${literal(limit + 1)}`;

/** The rows of some ids and keys, in the order of these. */
function rowsAt(keys: SQL, sort: ListInput['sort']): SQL {
  const direction = sql.raw(keyOf(sort).descending ? 'desc' : 'asc');
  return sql`select ${SUMMARY} from (${keys}) as walked (walked_id, key)
    join ${patients} on ${patients.id} = walked_id
    order by key ${direction}, walked_id ${direction}`;
}

const areFew = sql`(select count(*) from found) < ${MOST_COUNTED}`;

/** The ids of the same patients as `listAllPatients` shows. */
export const allPatientIds: SQL = sql`select id from ${patients} where ${notDeleted}`;

/**
 * Every patient who is not deleted, newest first, as a stream; the legacy call without a limit.
 * @param onCount gets their number before the first row is sent
 */
export function listAllPatients(
  db: Reader,
  onCount: (count: number) => Promise<void>,
): DataStream<{ userData: PatientSummary[] }> {
  const sort = '-createDate';
  return new DataStream(
    everyPage<typeof summaryColumns, PatientFigures>(db, {
      around: ['{"userData":', '}'],
      columns: summaryColumns,
      rows: (next) => sql`select ${SUMMARY} from ${patients}
        where ${and(notDeleted, next)} order by ${sql.join(orderBy(sort), sql`, `)}`,
      present: presentPatientSummary,
      after: (last) => after(sort, cursorAt(sort, presentPatientSummary(last))),
      metadata: allFigures,
      onMetadata: (figures) => onCount(presentCounts({ status: 0 }, figures).total),
    }),
  );
}

type Filter = PatientFilter & { readonly status: StatusFilter };
type Counts = Omit<PatientPage, 'userData' | 'nextCursor'>;
type PatientFigures = Figures<StatusGroup>;

const GROUPS = [1, 2, 3, 4] as const satisfies readonly StatusGroup[];

/** The counts of all patients, as JSON. */
export const allFigures = storedFigures(countedRecords('patient'));

/** Whether the status is the only filter. */
export function isPlain({ search, upcoming, incomplete, ...narrowed }: PatientFilter): boolean {
  const { createdFrom, createdTo, laboratory } = narrowed;
  const others = [createdFrom, createdTo, laboratory];
  return !isTerm(search) && !upcoming && !incomplete && others.every((it) => it === undefined);
}

/** How many patients match the filter, by status, as JSON; those of a search are in `found`. */
export function figuresOf(filter: Filter, clinicTimeZone: string, found: SQL): SQL {
  if (isPlain(filter)) return allFigures;
  const where = matches(filter, clinicTimeZone);
  if (!isTerm(filter.search)) return exactFigures(patients, where);
  const chosen = filter.status === 0 ? undefined : inStatus(filter.status);
  return searchedFigures(found, patients, where, chosen);
}

/** The counts in the form of a page. */
export function presentCounts(
  { search, status }: Pick<Filter, 'status'> & { readonly search?: string | undefined },
  figures: PatientFigures,
): Counts {
  const group = status === 0 ? undefined : status;
  return presentFigures(GROUPS, figures, { group, isSearch: isTerm(search) });
}
