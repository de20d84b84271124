import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hashToken, newToken } from '../../../platform/identity/sessions/session-token.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryTokens } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { requireLaboratory } from '../../exams/public.ts';

/**
 * Creates the token of a laboratory's system, replacing the previous one.
 * @returns the token, which is not stored
 */
export async function makeToken(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
): Promise<string> {
  await requireLaboratory(transaction, laboratoryId);
  const token = newToken();
  const tokenRow = { tokenHash: hashToken(token), createdAt: sql`now()`, lastUsedAt: null };
  await transaction
    .insert(laboratoryTokens)
    .values({ laboratoryId, ...tokenRow })
    .onConflictDoUpdate({ target: laboratoryTokens.laboratoryId, set: tokenRow });
  const subject = { kind: 'partner', id: laboratoryId } as const;
  await writeAudit(transaction, act, { action: 'laboratory_token.made', subject });
  return token;
}

/** @returns whether the laboratory had a token */
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

/** Finds the laboratory of a token and stores the use; null for an unknown token or a deleted laboratory. */
export async function useToken(db: Database, token: string): Promise<string | null> {
  const tokenHash = hashToken(token);
  const [used] = await db
    .update(laboratoryTokens)
    .set({ lastUsedAt: sql`now()` })
    .from(partners)
    .where(
      and(
        eq(laboratoryTokens.tokenHash, tokenHash),
        eq(partners.id, laboratoryTokens.laboratoryId),
        isNull(partners.deletedAt),
      ),
    )
    .returning({ laboratoryId: laboratoryTokens.laboratoryId });
  return used?.laboratoryId ?? null;
}
