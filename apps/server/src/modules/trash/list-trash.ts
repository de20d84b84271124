import type { TrashEntry, TrashPage, trashListInput } from '@simiente/contract/trash';
import { type TrashSort, trashKinds } from '@simiente/contract/trash-filters';
import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Cursor, CursorCodec } from '../../platform/database/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/pages.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { readEntries } from './read-entries.ts';
import { restorable } from './restorable.ts';

type ListInput = z.output<typeof trashListInput>;
type Filter = Pick<ListInput, 'kind' | 'search' | 'sort'>;

/** One page of restorable records, by keyset, with the number of each kind. */
export async function listTrash(
  db: Reader,
  input: ListInput,
  cursors: CursorCodec,
): Promise<TrashPage> {
  const { kind, sort, limit, cursor } = input;
  const beyond = cursor === undefined ? sql`true` : after(sort, cursors.decode(cursor, sort));
  const found = await readEntries(
    db,
    sql`select * from ${restorable} where ${matches(input)} and ${beyond}
        order by ${order(sort, 'restorable')} limit ${limit + 1}`,
    order(sort, 'page'),
  );
  const { page: entries, nextCursor } = pageOf(found, limit, cursors, (last) => ({
    sort,
    key: isByName(sort) ? last.name : last.deletedAt,
    id: last.id,
  }));
  const counts = await countKinds(db, input);
  return {
    entries,
    nextCursor,
    counts,
    total: kind === undefined ? Object.values(counts).reduce((a, b) => a + b, 0) : counts[kind],
    totalIsCapped: false,
  };
}

/** The query for the ids of the list under its filters, in its order. */
export function trashIds(_db: Reader, filter: Filter): SQL {
  return sql`select restorable.id from ${restorable} where ${matches(filter)} order by ${order(filter.sort, 'restorable')}`;
}

function matches({ kind, search }: Omit<Filter, 'sort'>): SQL {
  const found = matchesSearch(sql`restorable.search_text`, search) ?? sql`true`;
  return kind === undefined ? found : sql`${found} and restorable.kind = ${kind}`;
}

const isByName = (sort: TrashSort) => sort === 'name' || sort === '-name';
const isDescending = (sort: TrashSort) => sort.startsWith('-');

/** @param rows the alias of the rows: the trash, or a page of it */
function order(sort: TrashSort, rows: 'restorable' | 'page'): SQL {
  const of = sql.identifier(rows);
  const key = isByName(sort) ? sql`${of}.name collate "es-x-icu"` : sql`${of}.deleted_at`;
  return isDescending(sort) ? sql`${key} desc, ${of}.id desc` : sql`${key}, ${of}.id`;
}

function after(sort: TrashSort, { key, id }: Cursor): SQL {
  const comparison = isDescending(sort) ? sql`<` : sql`>`;
  return isByName(sort)
    ? sql`(restorable.name collate "es-x-icu", restorable.id) ${comparison} (${key}::text collate "es-x-icu", ${id})`
    : sql`(restorable.deleted_at, restorable.id) ${comparison} (${key}::timestamptz, ${id})`;
}

/** Under the search, for all kinds. */
async function countKinds(db: Reader, { search }: ListInput): Promise<TrashPage['counts']> {
  const { rows } = await db.execute<{ kind: TrashEntry['kind']; figure: number }>(
    sql`select restorable.kind, count(*)::int as figure from ${restorable}
        where ${matches({ kind: undefined, search })} group by restorable.kind`,
  );
  const figures = new Map(rows.map(({ kind, figure }) => [kind, figure]));
  return Object.fromEntries(
    trashKinds.map((kind) => [kind, figures.get(kind) ?? 0]),
  ) as TrashPage['counts'];
}
