import { partnerTitles } from '@simiente/contract/common/column-titles';
import { addDays, startOfDay } from '@simiente/contract/common/days';
import { partnerExamNames } from '@simiente/contract/exams/catalogue';
import type { Partner, PartnerPage, partnerListInput } from '@simiente/contract/partners/calls';
import { type PartnerSort, taggedPartnerTypes } from '@simiente/contract/partners/filters';
import { and, count, eq, exists, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byText, keyset } from '../../platform/database/pages/keyset.ts';
import { pick } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { readStoredFiles } from '../files/public.ts';
import { defineExport, type ListFilters, plain, yesOrNo } from '../list-exports/public.ts';

/**
 * Number of a partner's branches that are not deleted. Columns are qualified here, because Drizzle omits the table
 * in a query of one table.
 */
const branchCount = sql<number>`(select count(*) from ${branches} b
  where b.partner_id = ${partners}.id and b.deleted_at is null)::int`;

export const partnerColumns = {
  ...pick(partners, ['id', 'name', 'country', 'type', 'website', 'logoUrl', 'loginLogoId']),
  ...pick(partners, ['navLogoId', 'landingLogoId', 'utmAvailable', 'timeZone', 'exams', 'version']),
  branches: branchCount,
};

type PartnerRow = Pick<
  typeof partners.$inferSelect,
  Exclude<keyof typeof partnerColumns, 'branches'>
> & { branches: number };

/** Partners with their images, in the order of the rows. */
export async function presentPartners(db: Reader, rows: readonly PartnerRow[]): Promise<Partner[]> {
  const ids = rows
    .flatMap((row) => [row.loginLogoId, row.navLogoId, row.landingLogoId])
    .filter((id) => id !== null);
  const files = await readStoredFiles(db, ids);
  const findFile = (id: string | null) => files.get(id ?? '') ?? null;
  return rows.map((row) => ({
    idPartner: row.id,
    name: row.name,
    country: row.country,
    type: row.type,
    website: row.website,
    logo_url: row.logoUrl,
    utm_available: row.utmAvailable,
    timeZone: row.timeZone,
    all_exams_available: row.exams,
    branches: row.branches,
    logo_app_login: findFile(row.loginLogoId),
    logo_app_nav: findFile(row.navLogoId),
    logo_lading_logo: findFile(row.landingLogoId),
    version: row.version,
  }));
}

type PartnerFilter = Pick<
  z.output<typeof partnerListInput>,
  'search' | 'type' | 'withBranches' | 'activeUntil' | 'idPartner'
>;

export const notDeleted = isNull(partners.deletedAt);

/** The common conditions of list and count, with days of the clinic's calendar. */
function matches(
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
    hasType(type),
    withBranches ? exists(branch) : undefined,
    activeUntil === undefined
      ? undefined
      : sql`${activeSince} < ${startOfDay(addDays(activeUntil, 1), clinicTimeZone).toISOString()}::timestamptz`,
    idPartner === undefined ? undefined : eq(partners.id, idPartner),
  );
}

function hasType(type: PartnerFilter['type']): SQL | undefined {
  if (type === undefined) return undefined;
  if (type !== 'Otro') return eq(partners.type, type);
  return or(isNull(partners.type), not(inArray(partners.type, [...taggedPartnerTypes])));
}

/** Time since which a partner has been active with a branch that is not deleted; null without such a branch. */
export const activeSince: SQL = sql`(
  select greatest(${beginning(partners)}, min(${beginning(branches)})) from ${branches as PgTable}
  where ${branches.partnerId} = ${partners.id} and ${branches.deletedAt} is null
  having count(*) > 0
)`;

/** An imported partner or branch has no creation date, and counts as always active. */
function beginning(table: typeof partners | typeof branches): SQL {
  return sql`case when ${table.importDigest} is null then ${table.insertedAt} else '-infinity' end`;
}

const tagged: readonly string[] = taggedPartnerTypes;
/** The label of types without a tag. */
const UNTYPED = 'Sin tipo';
const toTypeLabel = ({ type }: { readonly type: string | null }) =>
  type !== null && tagged.includes(type) ? type : UNTYPED;

const { orderBy, readPage, ids } = keyset<PartnerSort, PartnerRow>(partners.id, ({ id }) => id, {
  // The expression of the index `partners_by_name`.
  name: byText(partners.name, (row) => row.name),
  branches: {
    expression: branchCount,
    fromCursor: (key) => sql`${key}::int`,
    toCursor: (row) => String(row.branches),
  },
  country: byText(sql`coalesce(${partners.country}, '')`, (row) => row.country ?? ''),
  // Ordered by the label that the screen shows.
  type: byText(
    sql`(case when ${partners.type} in (${sql.join(
      tagged.map((type) => sql`${type}`),
      sql`, `,
    )}) then ${partners.type} else ${UNTYPED} end)`,
    toTypeLabel,
  ),
});

export async function readPartner(db: Reader, id: string): Promise<Partner> {
  const rows = await db
    .select(partnerColumns)
    .from(partners)
    .where(and(eq(partners.id, id), notDeleted));
  const [partner] = await presentPartners(db, rows);
  if (!partner) throw new Problem('NOT_FOUND');
  return partner;
}

/** One page of partners, by keyset, each with its number of branches. */
export async function listPartners(
  db: Reader,
  input: z.output<typeof partnerListInput>,
  cursors: CursorCodec,
  clinicTimeZone: string,
): Promise<PartnerPage> {
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    db.select(partnerColumns).from(partners),
    matches(db, input, clinicTimeZone),
  );
  return {
    partners: await presentPartners(db, page),
    nextCursor,
    ...(await countPartners(db, input, clinicTimeZone)),
  };
}

/** Every partner that is not deleted, by name, for the legacy call without a limit. */
export async function listAllPartners(db: Reader): Promise<Partner[]> {
  const rows = await db
    .select(partnerColumns)
    .from(partners)
    .where(notDeleted)
    .orderBy(...orderBy('name'));
  return presentPartners(db, rows);
}

async function countPartners(
  db: Reader,
  filter: PartnerFilter,
  clinicTimeZone: string,
): Promise<Pick<PartnerPage, 'total' | 'totalIsCapped' | 'countries'>> {
  const [row] = await db
    .select({
      total: count(),
      countries: sql<number>`count(distinct nullif(${partners.country}, ''))::int`,
    })
    .from(partners)
    .where(matches(db, filter, clinicTimeZone));
  return { total: 0, countries: 0, ...row, totalIsCapped: false };
}

const examNames: Readonly<Record<string, string>> = partnerExamNames;

export const partnersList = defineExport<ListFilters<'partners'>, Partner>({
  fileName: 'partners',
  ids: (filter, timeZone, transaction) =>
    ids(filter.sort, partners, matches(transaction, filter, timeZone)),
  read: async (transaction, ids) => {
    const rows = await transaction
      .select(partnerColumns)
      .from(partners)
      .where(inArray(partners.id, ids));
    return presentPartners(transaction, rows);
  },
  getId: ({ idPartner }) => idPartner,
  getPersonIds: () => [],
  columns: [
    plain(partnerTitles.name, ({ name }) => name),
    plain(partnerTitles.branches, ({ branches }) => branches),
    plain(partnerTitles.country, ({ country }) => country),
    plain(partnerTitles.type, toTypeLabel),
    plain('Sitio web', ({ website }) => website),
    plain('Estudios', ({ all_exams_available: exams }) =>
      exams.map((exam) => (Object.hasOwn(examNames, exam) ? examNames[exam] : exam)).join('; '),
    ),
    plain('Enlace UTM', ({ utm_available }) => yesOrNo(utm_available)),
    plain('Id', ({ idPartner }) => idPartner),
  ],
});
