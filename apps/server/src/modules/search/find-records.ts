import { parseWireDate } from '@simiente/contract/common/dates';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import {
  LARGEST_SECTION,
  MOST_RECENT,
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  searchKinds,
  searchResult,
} from '@simiente/contract/search/calls';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { sources } from './sources.ts';

/** Number of a user's latest acts that are searched. */
const LATEST_ACTS = 2000;
const MOST_KEPT = 50;
/** The endings of audit actions on an opened record. */
const OPENING = ['read', 'created', 'updated'];

/**
 * The records that a member of the staff opened lately, as rows of `kind`, `id` and `opened` (greater is
 * later). They come from the audit, so that they are the same on every machine and no browser stores a
 * name.
 */
function recentRecords(staffId: string): SQL {
  const kinds = sql.join(
    searchKinds.map((kind: SearchKind) => sql`${kind}`),
    sql`, `,
  );
  const endings = sql.join(
    OPENING.map((ending) => sql`${ending}`),
    sql`, `,
  );
  const own = and(eq(auditEvents.actorKind, 'staff'), eq(auditEvents.actorId, staffId));
  return sql`
    select kind, id, max(act) as opened
    from (
      select ${auditEvents.id} as act, ${auditEvents.action} as action,
        ${auditEvents.subjectKind} as kind, ${auditEvents.subjectId} as id
      from ${auditEvents} where ${own}
      order by ${auditEvents.id} desc limit ${LATEST_ACTS}
    ) latest
    where kind in (${kinds}) and split_part(action, '.', 2) in (${endings})
    group by kind, id order by opened desc limit ${MOST_KEPT}`;
}

interface Found extends Record<string, unknown> {
  readonly kind: SearchKind;
  readonly id: string;
  readonly name: string;
  readonly facts: Record<string, unknown>;
  /** When this user opened it, as an increasing number; null if never. */
  readonly opened: string | null;
}

/**
 * Limit of sorted results of a kind. Sorting all results of a common word would read them all; a user types more rather
 * than looking through hundreds.
 */
const MOST_CANDIDATES = 500;

/**
 * Records of every kind whose name, e-mail or phone has every word of the text, a few of each: recently
 * opened ones first, then by name. Without a text, the records opened last. One query, of bounded cost
 * for any text.
 */
export async function findRecords(
  db: Reader,
  staffId: string,
  text: string,
): Promise<SearchAnswer> {
  const isSearch = text.trim() !== '';
  const arms = searchKinds.flatMap((kind) => [
    openedArm(kind, text, isSearch ? LARGEST_SECTION + 1 : MOST_RECENT),
    ...(isSearch ? [namedArm(kind, text)] : []),
  ]);
  const { rows } = await db.execute<Found>(
    sql`with recent as materialized (${recentRecords(staffId)}) ${sql.join(arms, sql` union all `)}`,
  );
  if (!isSearch) return { results: takeLatest(rows).map(present), more: [] };

  const sections = searchKinds.map((kind) => withoutRepetition(rows, kind));
  return {
    results: sections.flatMap((section) => section.slice(0, LARGEST_SECTION).map(present)),
    more: searchKinds.filter((_, index) => (sections[index]?.length ?? 0) > LARGEST_SECTION),
  };
}

/** Recently opened records, the latest first. */
function openedArm(kind: SearchKind, text: string, limit: number): SQL {
  const { from, id, name, matches, notDeleted, facts } = sources[kind];
  const where = and(notDeleted, matches(text), sql`recent.kind = ${kind}`);
  return sql`(select ${kind}::text as kind, ${id} as id, ${name} as name, ${facts} as facts, recent.opened as opened
    from ${from} join recent on recent.id = ${id} where ${where}
    order by recent.opened desc limit ${limit})`;
}

/** Records by name, opened or not: the first of all results, or of a limited number. */
function namedArm(kind: SearchKind, text: string): SQL {
  const { from, id, name, matches, notDeleted, facts } = sources[kind];
  return sql`(select ${kind}::text, found.id, found.name, found.facts, null::bigint
    from (
      select ${id} as id, ${name} as name, ${facts} as facts
      from ${from} where ${and(notDeleted, matches(text))} limit ${MOST_CANDIDATES}
    ) found
    order by found.name collate "es-x-icu", found.id limit ${LARGEST_SECTION + 1})`;
}

function takeLatest(rows: readonly Found[]): Found[] {
  return rows
    .toSorted((first, second) => Number(second.opened) - Number(first.opened))
    .slice(0, MOST_RECENT);
}

/** A section's rows in order, each record once. */
function withoutRepetition(rows: readonly Found[], kind: SearchKind): Found[] {
  const found = new Map<string, Found>();
  for (const row of rows) {
    if (row.kind === kind && !found.has(row.id)) found.set(row.id, row);
  }
  return [...found.values()];
}

function present({ kind, id, name, facts }: Found): SearchResult {
  const { createDate, ...others } = facts;
  const date = parseWireDate(createDate);
  const created =
    createDate === undefined
      ? {}
      : { createDate: date instanceof Date ? date.toISOString() : createDate };
  return searchResult.parse({
    kind,
    id,
    name: kind === 'exam_order' ? formatFolio(Number(name)) : name,
    ...others,
    ...created,
  });
}
