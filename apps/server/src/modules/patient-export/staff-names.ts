import type { Transaction } from '../../platform/database/database.ts';
import { staff } from '../../schema/staff.ts';

/** Names of the staff by their ids, former staff included. */
export type StaffNames = ReadonlyMap<string, string>;

export async function readStaffNames(transaction: Transaction): Promise<StaffNames> {
  const rows = await transaction.select({ id: staff.id, name: staff.name }).from(staff);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name, or the id of an account that no longer exists. */
export function nameOf(names: StaffNames, id: string | null): string | null {
  return id === null ? null : (names.get(id) ?? id);
}
