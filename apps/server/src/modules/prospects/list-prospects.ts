import { BOARD_COLUMN_SIZE, DEFAULT_PAGE_SIZE } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage, prospectListInput } from '@simiente/contract/prospects';
import { and, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import { DataStream } from '../../platform/calls/data-stream.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { everyPage, pageOf, queryPage } from '../../platform/database/pages.ts';
import { selectList } from '../../platform/database/rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { fixed, literal } from '../../platform/database/statements.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { COUNTED } from '../record-counts/public.ts';
import { allFigures, figuresOf, type ProspectFigures, presentCounts } from './count-prospects.ts';
import { inList, listed, matches } from './filter.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { linkedPatient, presentProspect, prospectColumns } from './present.ts';

const FOUND = sql.raw('found');
const ROWS = fixed(
  sql`select ${selectList(prospectColumns)} from ${prospects} left join ${patients} on ${linkedPatient} where`,
);

/** The filters of the table and the board. */
const USUAL_SIZES: ReadonlySet<number> = new Set([DEFAULT_PAGE_SIZE, BOARD_COLUMN_SIZE]);

/** One page of prospects, by keyset, with the number of each status. */
export async function listProspects(
  { db, cursors }: Pick<CallContext, 'db' | 'cursors'>,
  input: z.output<typeof prospectListInput>,
): Promise<ProspectPage> {
  const { sort, limit, cursor, search } = input;
  const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
  const order = sql.join(orderBy(sort), sql`, `);
  const found = await queryPage<typeof prospectColumns, ProspectFigures>(db, {
    before: isTerm(search)
      ? [
          sql`found as (select status_group from ${prospects} where ${matches(input)} limit ${COUNTED})`,
        ]
      : [],
    columns: prospectColumns,
    rows: sql`${ROWS} ${and(inList(input), next)} order by ${order} limit ${literal(limit + 1)}`,
    metadata: figuresOf(input, FOUND),
    prepared: !isTerm(search) && USUAL_SIZES.has(limit),
  });
  const { page, nextCursor } = pageOf(found.rows.map(presentProspect), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return { prospects: page, nextCursor, ...presentCounts(input, found.metadata) };
}

/**
 * Every prospect who is not deleted, newest first, as a stream; the legacy call without a limit.
 * @param onCount gets their number before the first row is sent
 */
export function listAllProspects(
  db: Database,
  onCount: (count: number) => Promise<void>,
): DataStream<Prospect[]> {
  const sort = '-createDate';
  return new DataStream(
    everyPage<typeof prospectColumns, ProspectFigures>(db, {
      around: ['', ''],
      columns: prospectColumns,
      rows: (next) =>
        sql`${ROWS} ${and(listed, next)} order by ${sql.join(orderBy(sort), sql`, `)}`,
      present: presentProspect,
      after: (last) => after(sort, cursorAt(sort, presentProspect(last))),
      metadata: allFigures,
      onMetadata: (figures) => onCount(presentCounts({}, figures).total),
    }),
  );
}

/** The latest converted prospects, except those whose patient is deleted. */
export async function listProspectsOfPatient(db: Reader, patientId: string): Promise<Prospect[]> {
  const rows = await db
    .select(prospectColumns)
    .from(prospects)
    .innerJoin(patients, linkedPatient)
    .where(and(eq(prospects.patientId, patientId), listed))
    .orderBy(desc(prospects.convertedAt), desc(prospects.id));
  return rows.map(presentProspect);
}
