import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hashOfToken, newToken } from '../../../platform/identity/sessions/session-token.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryTokens } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { requireLaboratory } from '../../exams/public.ts';

/**
 * Makes the token of a laboratory's system, replacing the previous one.
 * @returns the token, which is stored nowhere
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function makeToken(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
): Promise<string> {
  await requireLaboratory(transaction, laboratoryId);
  const token = newToken();
  const made = { tokenHash: hashOfToken(token), createdAt: sql`now()`, lastUsedAt: null };
  await transaction
    .insert(laboratoryTokens)
    .values({ laboratoryId, ...made })
    .onConflictDoUpdate({ target: laboratoryTokens.laboratoryId, set: made });
  const subject = { kind: 'partner', id: laboratoryId } as const;
  await writeAudit(transaction, act, { action: 'laboratory_token.made', subject });
  return token;
}

/** @returns whether there was one */
export async function removeToken(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
): Promise<boolean> {
  const removed = await transaction
    .delete(laboratoryTokens)
    .where(eq(laboratoryTokens.laboratoryId, laboratoryId))
    .returning({ laboratoryId: laboratoryTokens.laboratoryId });
  if (removed.length === 0) return false;
  const subject = { kind: 'partner', id: laboratoryId } as const;
  await writeAudit(transaction, act, { action: 'laboratory_token.removed', subject });
  return true;
}

/** The laboratory of a token; null for an unknown token or a deleted laboratory. */
export async function laboratoryOfToken(db: Database, token: string): Promise<string | null> {
  const tokenHash = hashOfToken(token);
  const [found] = await db
    .select({ laboratoryId: laboratoryTokens.laboratoryId })
    .from(laboratoryTokens)
    .innerJoin(
      partners,
      and(eq(partners.id, laboratoryTokens.laboratoryId), isNull(partners.deletedAt)),
    )
    .where(eq(laboratoryTokens.tokenHash, tokenHash));
  if (found === undefined) return null;
  await db
    .update(laboratoryTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(laboratoryTokens.tokenHash, tokenHash));
  return found.laboratoryId;
}
