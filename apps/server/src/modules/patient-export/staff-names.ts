import type { Transaction } from '../../platform/database/database.ts';
import { staff } from '../../schema/staff.ts';

/** Names of the staff by their ids, those who are gone too. */
export type StaffNames = ReadonlyMap<string, string>;

/** Of everybody who ever worked here. */
export async function readStaffNames(transaction: Transaction): Promise<StaffNames> {
  const rows = await transaction.select({ id: staff.id, name: staff.name }).from(staff);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who it was: by name, or by the id of an account that is no more. */
export function nameOf(names: StaffNames, id: string | null): string | null {
  return id === null ? null : (names.get(id) ?? id);
}
