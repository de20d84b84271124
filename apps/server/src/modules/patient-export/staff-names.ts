import { asc, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { staffNames } from '../../schema/staff.ts';

/** The names that each account had, the earliest first, former staff included. */
export type StaffNames = ReadonlyMap<string, readonly { since: number; name: string }[]>;

export async function readStaffNames(transaction: Transaction): Promise<StaffNames> {
  const { staffId, since, name } = staffNames;
  const rows = await transaction
    .select({ staffId, name, since: sql<number>`extract(epoch from ${since})::float8 * 1000` })
    .from(staffNames)
    .orderBy(asc(since));
  return Map.groupBy(rows, (row) => row.staffId);
}

/** The name at an instant, or the id of an account that is not known. */
export function findName(names: StaffNames, id: string | null, at: Date | null): string | null {
  if (id === null) return null;
  const known = names.get(id)?.findLast(({ since }) => at !== null && since <= at.getTime());
  return known?.name ?? id;
}
