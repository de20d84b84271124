import {
  type TrashEntry,
  type TrashPage,
  trashKindNames,
  type trashListInput,
} from '@simiente/contract/trash/calls';
import { type TrashSort, trashKinds } from '@simiente/contract/trash/filters';
import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { staffName } from '../../schema/staff.ts';
import { readEntries } from './read-entries.ts';
import { restorable } from './restorable.ts';

/** @property deletedBy limits it to deletions of this account */
type ListInput = z.output<typeof trashListInput> & { readonly deletedBy?: string | undefined };
type Filter = Pick<ListInput, 'kind' | 'search' | 'sort' | 'deletedBy'>;

/** One page of restorable records, by keyset, with the number of each kind. */
export async function listTrash(
  db: Reader,
  input: ListInput,
  cursors: CursorCodec,
): Promise<TrashPage> {
  const { kind, sort } = input;
  const { page: entries, nextCursor } = await readPage(
    input,
    cursors,
    ({ next = sql`true`, inOrder, limit }) =>
      readEntries(
        db,
        sql`select * from ${restorable} where ${matches(input)} and ${next}
          order by ${joined(inOrder)} limit ${limit}`,
        joined(makeKeyset('page').orderBy(sort)),
      ),
  );
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
  return sql`select restorable.id from ${restorable} where ${matches(filter)} order by ${joined(orderBy(filter.sort))}`;
}

function matches({ kind, search, deletedBy }: Omit<Filter, 'sort'>): SQL {
  const conditions = [
    matchesSearch(sql`restorable.search_text`, search) ?? sql`true`,
    ...(kind === undefined ? [] : [sql`restorable.kind = ${kind}`]),
    ...(deletedBy === undefined ? [] : [sql`restorable.deleted_by = ${deletedBy}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** @param alias of the rows: the trash, or a page of it */
function makeKeyset(alias: 'restorable' | 'page') {
  const of = sql.identifier(alias);
  const deletedAt = byDate<TrashEntry>(sql`${of}.deleted_at`, (entry) => entry.deletedAt);
  const kindName = sql.join(
    trashKinds.map((kind) => sql`when ${kind} then ${trashKindNames[kind]}`),
    sql` `,
  );
  return keyset<TrashSort, TrashEntry>(sql`${of}.id`, ({ id }) => id, {
    deletedAt,
    daysLeft: deletedAt,
    name: byText(sql`${of}.name`, ({ name }) => name),
    kind: byText(sql`(case ${of}.kind ${kindName} end)::text`, ({ kind }) => trashKindNames[kind]),
    deletedBy: byText(
      sql`coalesce(${staffName(sql`${of}.deleted_by`, sql`${of}.deleted_at`)}, '')`,
      ({ deletedBy }) => deletedBy ?? '',
    ),
  });
}

const { orderBy, readPage } = makeKeyset('restorable');
const joined = (terms: SQL[]) => sql.join(terms, sql`, `);

/** Under the search, for all kinds. */
async function countKinds(
  db: Reader,
  { search, deletedBy }: ListInput,
): Promise<TrashPage['counts']> {
  const { rows } = await db.execute<{ kind: TrashEntry['kind']; figure: number }>(
    sql`select restorable.kind, count(*)::int as figure from ${restorable}
        where ${matches({ kind: undefined, search, deletedBy })} group by restorable.kind`,
  );
  const figures = new Map(rows.map(({ kind, figure }) => [kind, figure]));
  return Object.fromEntries(
    trashKinds.map((kind) => [kind, figures.get(kind) ?? 0]),
  ) as TrashPage['counts'];
}
