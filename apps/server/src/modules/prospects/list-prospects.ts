import { BOARD_COLUMN_SIZE, DEFAULT_PAGE_SIZE } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage, prospectListInput } from '@simiente/contract/prospects/calls';
import { type ProspectGroup, prospectGroups } from '@simiente/contract/prospects/filters';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import { DataStream } from '../../platform/calls/data-stream.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { everyPage, pageOf, queryPage } from '../../platform/database/pages/pages.ts';
import { type RowOf, selectList } from '../../platform/database/rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { type Form, fixed, literal } from '../../platform/database/statements.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import {
  countedRecords,
  type Figures,
  MOST_COUNTED,
  presentFigures,
  searchedFigures,
  storedFigures,
} from '../record-counts/public.ts';
import { linkedPatient, presentProspect, prospectColumns } from './present.ts';
import { after, cursorAt, inGroup, inList, matches, notDeleted, orderBy } from './query.ts';

const ROWS = fixed(
  sql`select ${selectList(prospectColumns)} from ${prospects} left join ${patients} on ${linkedPatient} where`,
);

/** The page sizes of the table and the board, for which the statement is prepared. */
const PREPARED_SIZES: ReadonlySet<number> = new Set([DEFAULT_PAGE_SIZE, BOARD_COLUMN_SIZE]);

type ListInput = z.output<typeof prospectListInput>;

/** One page of prospects, by keyset, with the number of each status. */
export async function listProspects(
  { db, cursors }: Pick<CallContext, 'db' | 'cursors'>,
  input: ListInput,
): Promise<ProspectPage> {
  const { sort, limit, cursor } = input;
  const position = cursor === undefined ? undefined : cursors.decode(cursor, sort);
  const { rows, counted } = await readRows(db, input, position);
  const { page, nextCursor } = pageOf(rows.map(presentProspect), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return { prospects: page, nextCursor, ...presentCounts(input, counted) };
}

/** The rows of a page, with its counts. */
async function readRows(
  db: Database,
  input: ListInput,
  position: Cursor | undefined,
): Promise<{ rows: RowOf<typeof prospectColumns>[]; counted: ProspectCounts }> {
  const columns = prospectColumns;
  const { sort, limit } = input;
  const parts = () => ({
    rows: sql`${ROWS} ${and(inList(input), position && after(sort, position))}
      order by ${sql.join(orderBy(sort), sql`, `)} limit ${literal(limit + 1)}`,
    metadata: figuresOf(input),
  });
  const isSearch = isTerm(input.search);
  const form = !isSearch && PREPARED_SIZES.has(limit) ? formOf(input, position) : undefined;
  const { rows, metadata: counted } = await queryPage<typeof columns, ProspectCounts>(db, {
    columns,
    form,
    parts,
  });
  return { rows, counted };
}

/** Of a page of a usual size without a search. */
function formOf({ sort, limit, status }: ListInput, position: Cursor | undefined): Form {
  return {
    name: `${limit} prospects by ${sort}, of a status: ${status !== undefined}, after another page: ${position !== undefined}`,
    values: [
      ...(status === undefined ? [] : [status]),
      ...(position ? [position.key, position.id] : []),
    ],
  };
}

/**
 * Every prospect who is not deleted, newest first, as a stream; the legacy call without a limit.
 * @param onCount gets their number before the first row is sent
 */
export function listAllProspects(
  db: Reader,
  onCount: (count: number) => Promise<void>,
): DataStream<Prospect[]> {
  const sort = '-createDate';
  return new DataStream(
    everyPage<typeof prospectColumns, ProspectCounts>(db, {
      around: ['', ''],
      columns: prospectColumns,
      rows: (next) =>
        sql`${ROWS} ${and(notDeleted, next)} order by ${sql.join(orderBy(sort), sql`, `)}`,
      present: presentProspect,
      after: (last) => after(sort, cursorAt(sort, presentProspect(last))),
      metadata: allFigures,
      onMetadata: (figures) => onCount(presentCounts({}, figures).total),
    }),
  );
}

/** The ids of the prospects that `listAllProspects` returns, and of their patients. */
export const allPersonIds: SQL = sql`select ${prospects.id} from ${prospects} where ${notDeleted}
  union all select ${patients.id} from ${prospects} join ${patients} on ${linkedPatient} where ${notDeleted}`;

/** The ids of the persons whose data prospects show. */
export function personsOf(prospects: readonly Prospect[]): string[] {
  return prospects.flatMap(({ idProspect, patient }) =>
    patient ? [idProspect, patient.idUser] : [idProspect],
  );
}

/** The latest converted prospects, except those whose patient is deleted. */
export async function listProspectsOfPatient(db: Reader, patientId: string): Promise<Prospect[]> {
  const rows = await db
    .select(prospectColumns)
    .from(prospects)
    .innerJoin(patients, linkedPatient)
    .where(and(eq(prospects.patientId, patientId), notDeleted))
    .orderBy(desc(prospects.convertedAt), desc(prospects.id));
  return rows.map(presentProspect);
}

interface Filter {
  readonly status?: ProspectGroup | undefined;
  readonly search?: string | undefined;
}
type ProspectCounts = Figures<ProspectGroup>;

/** The query for the figures of all prospects, as JSON. */
export const allFigures = storedFigures(countedRecords('prospect'));

/** The query for the figures of a list with these filters, as JSON. */
function figuresOf(filter: Filter): SQL {
  if (!isTerm(filter.search)) return allFigures;
  const found = sql`(select status_group from ${prospects} where ${matches(filter)} limit ${MOST_COUNTED}) as found`;
  const chosen = filter.status === undefined ? undefined : inGroup(filter.status);
  return searchedFigures(found, prospects, matches(filter), chosen);
}

/** The figures as a page of the list has them. */
export function presentCounts(
  { status, search }: Filter,
  figures: ProspectCounts,
): Omit<ProspectPage, 'prospects' | 'nextCursor'> {
  return presentFigures(prospectGroups, figures, { group: status, isSearch: isTerm(search) });
}
