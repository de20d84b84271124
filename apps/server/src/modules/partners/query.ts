import { addDays, startOfDay } from '@simiente/contract/common/days';
import type { Partner, partnerListInput } from '@simiente/contract/partners/calls';
import { type PartnerSort, taggedPartnerTypes } from '@simiente/contract/partners/filters';
import { and, eq, exists, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import { byText, keyset } from '../../platform/database/pages/keyset.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { branchCount, type PartnerRow, partnerColumns, presentPartners } from './present.ts';

export type PartnerFilter = Pick<
  z.output<typeof partnerListInput>,
  'search' | 'type' | 'withBranches' | 'activeUntil' | 'idPartner'
>;

export const notDeleted = isNull(partners.deletedAt);

/** The common conditions of list and count; days are those of the clinic's calendar. */
export function matches(
  db: Reader,
  { search, type, withBranches, activeUntil, idPartner }: PartnerFilter,
  clinicTimeZone: string,
): SQL | undefined {
  const branch = db
    .select({ one: sql`1` })
    .from(branches)
    .where(and(eq(branches.partnerId, partners.id), isNull(branches.deletedAt)));
  return and(
    notDeleted,
    matchesSearch(partners.searchText, search),
    ofType(type),
    withBranches ? exists(branch) : undefined,
    activeUntil === undefined
      ? undefined
      : sql`${activeSince} < ${startOfDay(addDays(activeUntil, 1), clinicTimeZone).toISOString()}::timestamptz`,
    idPartner === undefined ? undefined : eq(partners.id, idPartner),
  );
}

function ofType(type: PartnerFilter['type']): SQL | undefined {
  if (type === undefined) return undefined;
  if (type !== 'Otro') return eq(partners.type, type);
  return or(isNull(partners.type), not(inArray(partners.type, [...taggedPartnerTypes])));
}

/**
 * Since when a partner is active with a branch; null without one. Only its present branches count.
 */
export const activeSince: SQL = sql`(
  select greatest(${beginning(partners)}, min(${beginning(branches)})) from ${branches as PgTable}
  where ${branches.partnerId} = ${partners.id} and ${branches.deletedAt} is null
  having count(*) > 0
)`;

/** An imported partner has no date of its own, and counts as always active. */
function beginning(table: typeof partners | typeof branches): SQL {
  return sql`case when ${table.importDigest} is null then ${table.insertedAt} else '-infinity' end`;
}

/** The lists' label for types without a tag of their own. */
const UNTYPED = 'Sin tipo';
const tagged: readonly string[] = taggedPartnerTypes;

export const { orderBy, readPage } = keyset<PartnerSort, PartnerRow>(partners.id, ({ id }) => id, {
  // Same expression as the index `partners_by_name`.
  name: byText(partners.name, (row) => row.name),
  branches: {
    expression: branchCount,
    fromCursor: (key) => sql`${key}::int`,
    toCursor: (row) => String(row.branches),
  },
  country: byText(sql`coalesce(${partners.country}, '')`, (row) => row.country ?? ''),
  // Order of the labels on the screen.
  type: byText(
    sql`(case when ${partners.type} in (${sql.join(
      tagged.map((type) => sql`${type}`),
      sql`, `,
    )}) then ${partners.type} else ${UNTYPED} end)`,
    ({ type }) => (type !== null && tagged.includes(type) ? type : UNTYPED),
  ),
});

/** @throws Problem NOT_FOUND when the partner does not exist or is deleted */
export async function readPartner(db: Reader, id: string): Promise<Partner> {
  const rows = await db
    .select(partnerColumns)
    .from(partners)
    .where(and(eq(partners.id, id), notDeleted));
  const [partner] = await presentPartners(db, rows);
  if (!partner) throw new Problem('NOT_FOUND');
  return partner;
}
