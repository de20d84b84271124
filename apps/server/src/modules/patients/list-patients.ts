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
import { everyPage, pageOf, queryPage } from '../../platform/database/pages.ts';
import { selectList } from '../../platform/database/rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { fixed, literal } from '../../platform/database/statements.ts';
import type { Reads } from '../../platform/replica/reads.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import {
  COUNTED,
  countedRecords,
  exactFigures,
  type Figures,
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
  const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
  const found = await queryPage<typeof summaryColumns, PatientFigures>(db, {
    ...rowsOf(input, next, clinicTimeZone),
    columns: summaryColumns,
    metadata: figuresOf(input, clinicTimeZone, FOUND),
    prepared: isPlain(input) && limit === DEFAULT_PAGE_SIZE,
  });
  const { page, nextCursor } = pageOf(
    found.rows.map(presentPatientSummary),
    limit,
    cursors,
    (last) => cursorAt(sort, last),
  );
  return {
    userData: input.upcoming ? await withNextAppointment(db, page) : page,
    nextCursor,
    ...presentCounts(input, found.metadata),
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
  const inOrder = sql`order by ${sql.join(orderBy(input.sort), sql`, `)}
    limit ${literal(input.limit + 1)}`;
  const where = and(inList(input, clinicTimeZone), next);
  const rows = sql`select ${SUMMARY} from ${patients} where ${where} ${inOrder}`;
  if (!isTerm(input.search)) return { rows, before: [] };
  const { key, descending } = keyOf(input.sort);
  const found = sql`found as materialized (select ${patients.id}, ${patients.statusGroup}, ${key} as key
    from ${patients} where ${matches(input, clinicTimeZone)} limit ${COUNTED})`;
  // The index of the order has all that this reads, and rows are read of the page alone.
  const walked = (gate?: SQL) =>
    sql`select ${patients.id}, ${key} as key from ${patients} where ${and(where, gate)} ${inOrder}`;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const pageOfKeys =
    input.status !== 0 || next
      ? walked()
      : // Few results are read whole. Of many, the page is read from the ordered index, since sorting all
        // costs more the more there are.
        sql`(select id, key from found where ${areFew}
            order by key ${direction}, id ${direction} limit ${literal(input.limit + 1)})
          union all (${walked(sql`not ${areFew}`)})`;
  return {
    rows: sql`select ${SUMMARY} from (${pageOfKeys}) as walked (walked_id, key)
      join ${patients} on ${patients.id} = walked_id
      order by key ${direction}, walked_id ${direction}`,
    before: [found],
  };
}

const areFew = sql`(select count(*) from found) < ${COUNTED}`;

/** The ids of the same patients as `listAllPatients` shows. */
export const allPatientIds: SQL = sql`select id from ${patients} where ${notDeleted}`;

/**
 * Every patient who is not deleted, newest first, as a stream; the legacy call without a limit.
 * @param onCount gets their number before the first row is sent
 */
export function listAllPatients(
  reads: Reads,
  onCount: (count: number) => Promise<void>,
): DataStream<{ userData: PatientSummary[] }> {
  const sort = '-createDate';
  return new DataStream(
    everyPage<typeof summaryColumns, PatientFigures>(reads, {
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
): Pick<PatientPage, 'counts' | 'countsAreCapped' | 'total' | 'totalIsCapped'> {
  const group = status === 0 ? undefined : status;
  return presentFigures(GROUPS, figures, { group, isSearch: isTerm(search) });
}
