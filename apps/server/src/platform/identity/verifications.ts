import { and, eq, gt } from 'drizzle-orm';
import { staffVerifications } from '../../schema/staff.ts';
import type { Database, Transaction } from '../database/database.ts';

// Values that can be taken once, for every process: they are beside those of the identity library.

/** @param lasts milliseconds */
export async function storeVerification(
  db: Database | Transaction,
  identifier: string,
  value: string,
  lasts: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + lasts);
  await db
    .insert(staffVerifications)
    .values({ id: crypto.randomUUID(), identifier, value, expiresAt });
}

const isValid = (identifier: string) =>
  and(eq(staffVerifications.identifier, identifier), gt(staffVerifications.expiresAt, new Date()));

export async function hasVerification(
  db: Database | Transaction,
  identifier: string,
): Promise<boolean> {
  return (await db.$count(staffVerifications, isValid(identifier))) > 0;
}

/** Consumes the value; null if it was used or has expired. */
export async function takeVerification(
  db: Database | Transaction,
  identifier: string,
): Promise<string | null> {
  const [taken] = await db
    .delete(staffVerifications)
    .where(isValid(identifier))
    .returning({ value: staffVerifications.value });
  return taken?.value ?? null;
}
