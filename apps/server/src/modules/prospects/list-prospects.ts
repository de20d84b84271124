import { BOARD_COLUMN_SIZE, DEFAULT_PAGE_SIZE } from '@simiente/contract/common/page-sizes';
import type { Prospect, prospectListInput } from '@simiente/contract/prospects';
import { and, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isTerm } from '../../platform/database/search.ts';
import { askPage, fixed, literal, pageJson, writeAll } from '../../platform/database/written.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { COUNTED } from '../record-counts/public.ts';
import { allFigures, figuresOf, type ProspectFigures, presentCounts } from './count-prospects.ts';
import { inList, listed, matches } from './filter.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { linkedPatient, presentProspect, prospectColumns, writtenProspect } from './present.ts';

const FOUND = sql.raw('found');
const ROWS = fixed(
  sql`select ${writtenProspect} from ${prospects} left join ${patients} on ${linkedPatient} where`,
);

/** What the table and the board ask for. */
const USUAL_SIZES: ReadonlySet<number> = new Set([DEFAULT_PAGE_SIZE, BOARD_COLUMN_SIZE]);

/** One page of prospects, by keyset, with how many there are of each status. */
export async function listProspects(
  { db, cursors }: Pick<CallContext, 'db' | 'cursors'>,
  input: z.output<typeof prospectListInput>,
): Promise<{ readonly json: string; readonly count: number }> {
  const { sort, limit, cursor, search } = input;
  const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
  const order = sql.join(orderBy(sort), sql`, `);
  const page = await askPage<Prospect, ProspectFigures>(db, {
    before: isTerm(search)
      ? [
          sql`found as (select status_group from ${prospects} where ${matches(input)} limit ${COUNTED})`,
        ]
      : [],
    rows: sql`${ROWS} ${and(inList(input), next)} order by ${order} limit ${literal(limit + 1)}`,
    limit,
    extra: figuresOf(input, FOUND),
    prepared: !isTerm(search) && USUAL_SIZES.has(limit),
  });
  const { last } = page;
  const json = pageJson('prospects', page, {
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    ...presentCounts(input, page.extra),
  });
  return { json, count: page.count };
}

/**
 * Every prospect outside the bin, newest first, piece by piece; the legacy call without a limit.
 * @param onFound told how many there are, before any of them leaves
 */
export function listAllProspects(
  db: Database,
  onFound: (count: number) => Promise<void>,
): AsyncGenerator<string> {
  const sort = '-createDate';
  return writeAll<Prospect, ProspectFigures>(db, {
    around: ['', ''],
    rows: (next) => sql`${ROWS} ${and(listed, next)} order by ${sql.join(orderBy(sort), sql`, `)}`,
    after: (last) => after(sort, cursorAt(sort, last)),
    extra: allFigures,
    onFound: (figures) => onFound(presentCounts({}, figures).total),
  });
}

/** Those who became a patient, the latest first; nobody's while that patient is in the bin. */
export async function listProspectsOfPatient(
  transaction: Transaction,
  patientId: string,
): Promise<Prospect[]> {
  const rows = await transaction
    .select(prospectColumns)
    .from(prospects)
    .innerJoin(patients, linkedPatient)
    .where(and(eq(prospects.patientId, patientId), listed))
    .orderBy(desc(prospects.convertedAt), desc(prospects.id));
  return rows.map(presentProspect);
}
