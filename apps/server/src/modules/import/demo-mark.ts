import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { installation } from '../../schema/installation.ts';

/** The key of the mark in `installation`. */
export const DEMO = 'demo';

/** Says that what this database holds is made up. */
export async function markDemo(transaction: Transaction): Promise<void> {
  await transaction
    .insert(installation)
    .values({ key: DEMO, value: { since: new Date().toISOString() } })
    .onConflictDoNothing();
}

/** Whether what this database holds is made up. */
export async function holdsDemo(db: Database | Transaction): Promise<boolean> {
  const found = await db
    .select({ key: installation.key })
    .from(installation)
    .where(eq(installation.key, DEMO));
  return found.length > 0;
}
