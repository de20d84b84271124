import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../database.ts';
import { type ByColumn, byColumn, type Columns, type RowOf, readByColumn } from '../rows.ts';
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

interface PageQuery<C extends Columns> {
  /** What the rows have. */
  readonly columns: C;
  /** Where the statement has few, which are prepared; any other is planned anew, as for `statementOf`. */
  readonly form: Form | undefined;
  readonly parts: () => PageParts;
}

/** The rows of one page and its metadata, in one statement. */
export async function queryPage<C extends Columns, Metadata>(
  db: Reader,
  { columns, form, parts }: PageQuery<C>,
): Promise<FoundPage<C, Metadata>> {
  const whole = () => pageWith(columns, parts());
  return readPage(
    db,
    columns,
    form ? formedStatement(form, whole) : statementOf(whole(), { prepared: false }),
  );
}

/**
 * Rows without metadata.
 * @param prepared as for `statementOf`
 */
export async function queryRows<C extends Columns>(
  db: Reader,
  columns: C,
  rows: SQL,
  { prepared }: { readonly prepared: boolean },
): Promise<RowOf<C>[]> {
  const query = pageWith(columns, { rows, metadata: sql`null` });
  const found = await readPage<C, null>(db, columns, statementOf(query, { prepared }));
  return found.rows;
}

interface FoundPage<C extends Columns, Metadata> {
  readonly rows: RowOf<C>[];
  readonly metadata: Metadata;
}

const pageWith = (columns: Columns, { rows, metadata, before }: PageParts): SQL =>
  sql`${before?.length ? sql`with ${sql.join([...before], sql`, `)}` : undefined}
    select ${byColumn(columns)} as rows, ${metadata} as metadata from (${rows}) as entry`;

async function readPage<C extends Columns, Metadata>(
  db: Reader,
  columns: C,
  statement: Statement,
): Promise<FoundPage<C, Metadata>> {
  const [found] = await runStatement<{ rows: ByColumn; metadata: Metadata }>(db, statement);
  if (found === undefined) throw new Error('An aggregate has one row');
  return { rows: readByColumn(columns, found.rows), metadata: found.metadata };
}

/** Rows in memory at the same time. */
const ROWS_AT_ONCE = 250;

/**
 * Every record of a list as one JSON array, page after page by keyset. Memory does not grow with the
 * list, and no connection waits for a slow client.
 */
export async function* everyPage<C extends Columns, Metadata>(
  db: Reader,
  {
    around: [before, behind],
    columns,
    rows,
    metadata,
    after,
    onMetadata,
    present,
  }: Pick<PageQuery<C>, 'columns'> &
    Pick<PageParts, 'metadata'> & {
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
    const page = sql`${rows(next)} limit ${literal(ROWS_AT_ONCE + 1)}`;
    const query = statementOf(pageWith(columns, { rows: page, metadata }), { prepared: true });
    const found = await readPage<C, Metadata>(db, columns, query);
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
