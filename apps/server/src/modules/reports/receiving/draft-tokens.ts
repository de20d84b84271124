import { eq, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { hashOfToken, newToken } from '../../../platform/identity/sessions/bearer-token.ts';
import { draftTokens } from '../../../schema/reports.ts';
import { writeAudit } from '../../audit/public.ts';

/**
 * Makes the token of a system that sends drafts, in place of the one that it had.
 * @returns the token, which is stored nowhere
 */
export async function makeDraftToken(
  transaction: Transaction,
  act: Act,
  name: string,
): Promise<string> {
  const token = newToken();
  const made = { tokenHash: hashOfToken(token), createdAt: sql`now()`, lastUsedAt: null };
  await transaction
    .insert(draftTokens)
    .values({ name, ...made })
    .onConflictDoUpdate({ target: draftTokens.name, set: made });
  await writeAudit(transaction, act, { action: 'draft_token.made', details: { name } });
  return token;
}

/** @returns whether there was one */
export async function removeDraftToken(
  transaction: Transaction,
  act: Act,
  name: string,
): Promise<boolean> {
  const removed = await transaction
    .delete(draftTokens)
    .where(eq(draftTokens.name, name))
    .returning({ name: draftTokens.name });
  if (removed.length === 0) return false;
  await writeAudit(transaction, act, { action: 'draft_token.removed', details: { name } });
  return true;
}

/** The system whose token this is; null for none. */
export async function senderOfToken(db: Reader, token: string): Promise<string | null> {
  const [found] = await db
    .select({ name: draftTokens.name })
    .from(draftTokens)
    .where(eq(draftTokens.tokenHash, hashOfToken(token)));
  return found?.name ?? null;
}

/** The same, which is then known to have sent something. */
export async function useDraftToken(
  transaction: Transaction,
  token: string,
): Promise<string | null> {
  const [found] = await transaction
    .update(draftTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(draftTokens.tokenHash, hashOfToken(token)))
    .returning({ name: draftTokens.name });
  return found?.name ?? null;
}
