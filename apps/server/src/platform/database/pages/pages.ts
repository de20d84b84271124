import { type SQL, sql } from 'drizzle-orm';
import type { Reads } from '../../replica/reads.ts';
import type { Database } from '../database.ts';
import { type Columns, type RowOf, rowReader } from '../rows.ts';
import {
  type Form,
  formedStatement,
  literal,
  runStatement,
  type Statement,
  statementOf,
} from '../statements.ts';
import type { Cursor, CursorCodec } from './cursor.ts';

export interface Page<Row> {
  readonly page: Row[];
  readonly nextCursor: string | null;
}

/**
 * A page of records, from one row more than it has, which says whether others follow.
 * @param cursorAt the cursor after a record
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursors: CursorCodec,
  cursorAt: (last: Row) => Cursor,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : cursors.encode(cursorAt(last)) };
}

/** What the statement of a page is made of. */
interface PageParts {
  /** The whole ordered query, for one row more than the page has. */
  readonly rows: SQL;
  /** A json expression in the same snapshot as the rows, such as their counts. */
  readonly metadata: SQL;
  /** Common table expressions of rows and metadata. */
  readonly before?: readonly SQL[];
}

export interface PageQuery<C extends Columns> extends PageParts {
  /** What `rows` selects. */
  readonly columns: C;
  /** As for `statementOf`. */
  readonly prepared: boolean;
}

/** The rows of one page and its metadata, in one statement. */
export async function queryPage<C extends Columns, Metadata>(
  db: Database,
  { columns, prepared, ...parts }: PageQuery<C>,
): Promise<FoundPage<C, Metadata>> {
  return readPage(db, columns, statementOf(pageWith(parts), { prepared }));
}

/** The same, where its statement has few forms. */
export async function queryFormedPage<C extends Columns, Metadata>(
  db: Database,
  {
    columns,
    form,
    parts,
  }: { readonly columns: C; readonly form: Form; readonly parts: () => PageParts },
): Promise<FoundPage<C, Metadata>> {
  return readPage(
    db,
    columns,
    formedStatement(form, () => pageWith(parts())),
  );
}

interface FoundPage<C extends Columns, Metadata> {
  readonly rows: RowOf<C>[];
  readonly metadata: Metadata;
}

const pageWith = ({ rows, metadata, before = [] }: PageParts): SQL =>
  sql`with ${sql.join([...before, sql`page as (select row_number() over () as position, entry.* from (${rows}) as entry)`], sql`, `)}
    select case when coalesce(position, 1) = 1 then ${metadata} end as metadata, page.*
    from (select) as always left join page on true`;

async function readPage<C extends Columns, Metadata>(
  db: Database,
  columns: C,
  statement: Statement,
): Promise<FoundPage<C, Metadata>> {
  const found = await runStatement<RowOf<C> & { position: string | null; metadata: Metadata }>(
    db,
    statement,
  );
  const [first] = found;
  if (first === undefined) throw new Error('A page without rows has no metadata');
  const read = rowReader(columns);
  return { rows: first.position === null ? [] : found.map(read), metadata: first.metadata };
}

/** The rows of one page alone. */
export async function queryRows<C extends Columns>(
  db: Database,
  { columns, rows, prepared }: Pick<PageQuery<C>, 'columns' | 'rows' | 'prepared'>,
): Promise<RowOf<C>[]> {
  const found = await runStatement<RowOf<C>>(db, statementOf(rows, { prepared }));
  return found.map(rowReader(columns));
}

/** Rows in memory at the same time. */
const ROWS_AT_ONCE = 250;

/**
 * Every record of a list as one JSON array, page after page by keyset. Memory does not grow with the
 * list, and no connection waits for a slow client.
 */
export async function* everyPage<C extends Columns, Metadata>(
  reads: Reads,
  {
    around: [before, behind],
    rows,
    after,
    onMetadata,
    present,
    ...query
  }: Pick<PageQuery<C>, 'columns' | 'metadata'> & {
    /** The text before and after the array. */
    readonly around: readonly [string, string];
    /** The ordered query without a limit, of the rows after a position, or of all. */
    readonly rows: (next: SQL | undefined) => SQL;
    readonly present: (row: RowOf<C>) => object;
    readonly after: (last: RowOf<C>) => SQL;
    /** Gets the metadata before the first row is sent. */
    readonly onMetadata: (metadata: Metadata) => Promise<void>;
  },
): AsyncGenerator<string> {
  let next: SQL | undefined;
  let isFirst = true;
  do {
    const page = { ...query, rows: sql`${rows(next)} limit ${literal(ROWS_AT_ONCE + 1)}` };
    const found = await reads.run((db) => queryPage<C, Metadata>(db, { ...page, prepared: true }));
    if (isFirst) await onMetadata(found.metadata);
    const shown = found.rows.slice(0, ROWS_AT_ONCE);
    const text = shown.map((row) => JSON.stringify(present(row))).join(',');
    yield `${isFirst ? `${before}[` : ','}${text}`;
    const last = shown.at(-1);
    next = found.rows.length > ROWS_AT_ONCE && last ? after(last) : undefined;
    isFirst = false;
  } while (next);
  yield `]${behind}`;
}
