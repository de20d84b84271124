import type { Branch } from '@simiente/contract/branches/calls';
import type { BranchSort } from '@simiente/contract/branches/filters';
import { countAddressParts } from '@simiente/contract/format/address';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader, SelectedRow, Transaction } from '../../platform/database/database.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import {
  byText,
  type Order,
  readSort,
  type SortField,
} from '../../platform/database/pages/keyset.ts';
import { pick } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';

export interface BranchFilter {
  readonly idPartner: string;
  readonly search?: string | undefined;
}

export const notDeleted = isNull(branches.deletedAt);

/** The common conditions of list, count and map. */
export function matches({ idPartner, search }: BranchFilter): SQL | undefined {
  return and(
    eq(branches.partnerId, idPartner),
    notDeleted,
    matchesSearch(branches.searchText, search),
  );
}

const byName = byText<Branch>(branches.name, ({ name }) => name);
const toInteger = (key: string) => sql`${key}::int`;

/** Equal values are ordered by name, and then by id. */
const orders: Readonly<Record<SortField<BranchSort>, Order<Branch>>> = {
  state: byText(sql`coalesce(${branches.state}, '')`, ({ state }) => state ?? ''),
  name: byName,
  address: {
    expression: sql`case jsonb_typeof(${branches.address})
      when 'string' then (${branches.address} #>> '{}' ~ '\\S')::int
      when 'object' then (select count(*)::int from jsonb_each_text(${branches.address})
                           where value ~ '\\S')
      else 0 end`,
    fromCursor: toInteger,
    toCursor: ({ address }) => String(countAddressParts(address)),
  },
  exams: {
    expression: sql`cardinality(${branches.exams})`,
    fromCursor: toInteger,
    toCursor: ({ exam_available }) => String(exam_available.length),
  },
  phone: byText(sql`coalesce(${branches.phone}, '')`, ({ phone }) => phone ?? ''),
};

export function orderBy(sort: BranchSort): SQL[] {
  const { field, descending } = readSort(sort);
  const direction = descending ? desc : asc;
  return [
    direction(orders[field].expression),
    direction(byName.expression),
    direction(branches.id),
  ];
}

export function cursorAt(sort: BranchSort, branch: Branch): Cursor {
  const key = JSON.stringify([orders[readSort(sort).field].toCursor(branch), branch.name]);
  return { sort, key, id: branch.id };
}

export function after(sort: BranchSort, { key, id }: Cursor): SQL {
  const { field, descending } = readSort(sort);
  const { expression, fromCursor } = orders[field];
  const [first, name] = JSON.parse(key) as [string, string];
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${expression}, ${byName.expression}, ${branches.id}) ${comparison} (${fromCursor(first)}, ${byName.fromCursor(name)}, ${id})`;
}

/**
 * Locks a partner for adding a branch, so that a concurrent deletion of the partner waits and includes the new
 * branch.
 * @throws Problem NOT_FOUND for an unknown or purged partner
 * @throws Problem PARTNER_DELETED
 */
export async function lockPartner(transaction: Transaction, id: string): Promise<void> {
  const [row] = await transaction
    .select({ deletedAt: partners.deletedAt })
    .from(partners)
    .where(eq(partners.id, id))
    .for('key share');
  if (!row) throw new Problem('NOT_FOUND');
  if (row.deletedAt !== null) throw new Problem('PARTNER_DELETED');
}

export async function requirePartner(db: Reader, id: string): Promise<void> {
  const [row] = await db
    .select({ deletedAt: partners.deletedAt })
    .from(partners)
    .where(eq(partners.id, id));
  if (!row || row.deletedAt !== null) throw new Problem('NOT_FOUND');
}

export async function readBranch(db: Reader, id: string): Promise<Branch> {
  const [row] = await selectBranches(db).where(and(eq(branches.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return presentBranch(row);
}

export const branchColumns = {
  ...pick(branches, ['id', 'name', 'address', 'latitude', 'longitude', 'phone', 'state']),
  ...pick(branches, ['website', 'zip', 'exams', 'utm', 'timeZone', 'version', 'partnerId']),
  partnerName: partners.name,
};

export type BranchRow = SelectedRow<typeof branchColumns>;

export const selectBranches = (db: Reader) =>
  db.select(branchColumns).from(branches).innerJoin(partners, eq(partners.id, branches.partnerId));

export function presentBranch(row: BranchRow): Branch {
  const { latitude, longitude, exams, partnerId, partnerName, ...branch } = row;
  return {
    ...branch,
    idBranch: branch.id,
    // A latitude without a longitude is not a position.
    location: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    exam_available: exams,
    namePartner: partnerName,
    partner: { id: partnerId, name: partnerName },
  };
}
