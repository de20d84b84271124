import type { StoredDraft } from '@simiente/contract/reports/calls';
import type { DraftSource } from '@simiente/contract/reports/states';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts';
import { newRecordId, pick } from '../../../platform/database/records.ts';
import { hashToken, newToken } from '../../../platform/identity/sessions/session-token.ts';
import { toFieldProblem } from '../../../platform/problem.ts';
import { opposedAutomation } from '../../../schema/data-requests.ts';
import { patients } from '../../../schema/patients.ts';
import { draftTokens, reportDiscards, reports, reportVersions } from '../../../schema/reports.ts';
import { writeAudit } from '../../audit/public.ts';
import { lockPatientExclusively } from '../../patients/public.ts';
import { hashText } from '../review/working-copy.ts';

/** An unsigned text, with its sender's data. */
interface NewDraft
  extends Omit<typeof reportVersions.$inferInsert, 'id' | 'number' | 'type' | 'source'> {
  readonly source: DraftSource;
  /** Whether the text is added again after it was discarded, because a user requests it. */
  readonly evenIfDiscarded?: boolean;
}

/**
 * Adds a draft to a report in any state, without replacing a version. A duplicate of the newest draft from the
 * same source is ignored, unless that draft was discarded and a user requests it again.
 */
export async function addDraft(
  transaction: Transaction,
  act: Act,
  { evenIfDiscarded = false, ...draft }: NewDraft,
): Promise<StoredDraft> {
  const { patientId, kind, text, source } = draft;
  await lockPatientExclusively(transaction, patientId);
  await rejectOpposed(transaction, patientId);
  const isReport = and(eq(reportVersions.patientId, patientId), eq(reportVersions.kind, kind));
  const [last] = await transaction
    .select({ newest: reportVersions, discarded: reportDiscards.versionId })
    .from(reportVersions)
    .leftJoin(reportDiscards, eq(reportDiscards.versionId, reportVersions.id))
    .where(and(isReport, eq(reportVersions.type, 'draft')))
    .orderBy(desc(reportVersions.number))
    .limit(1);
  const newest = last?.newest;
  const isSame =
    !(evenIfDiscarded && last?.discarded) &&
    newest?.sha256 === hashText(text) &&
    newest.source === source &&
    newest.model === (draft.model ?? null) &&
    newest.modelVersion === (draft.modelVersion ?? null) &&
    newest.ruleVersion === (draft.ruleVersion ?? null);
  if (newest && isSame) return present(newest);
  const [head] = await transaction
    .select({ lastNumber: reports.lastNumber })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), eq(reports.kind, kind)));
  const [stored] = await transaction
    .insert(reportVersions)
    .values({
      ...draft,
      id: newRecordId('rpv'),
      number: (head?.lastNumber ?? 0) + 1,
      type: 'draft',
    })
    .returning();
  if (stored === undefined) throw new Error('An insert returns its row');
  await writeAudit(transaction, act, {
    action: 'report.draft_received',
    subject: { kind: 'report', id: stored.id },
    patientId,
    details: { kind, number: stored.number, source, sha256: stored.sha256 },
  });
  return present(stored);
}

export const AUTOMATION_OPPOSED =
  'El paciente se opuso al tratamiento automatizado de sus datos: no se le hacen borradores automáticos.';

/** @throws Problem CONFLICT for a patient who opposed rule-based and model-written drafts */
async function rejectOpposed(db: Reader, patientId: string): Promise<void> {
  const [patient] = await db
    .select({ isOpposed: opposedAutomation(patientId) })
    .from(patients)
    .where(eq(patients.id, patientId));
  if (patient?.isOpposed) throw toFieldProblem('CONFLICT', 'idUser', AUTOMATION_OPPOSED);
}

const present = (version: typeof reportVersions.$inferSelect): StoredDraft => ({
  ...pick(version, ['number', 'sha256']),
  idVersion: version.id,
  arrivedAt: version.arrivedAt.toISOString(),
});

/**
 * Creates the token of a system that sends drafts, replacing the previous one.
 * @returns the token, which is not stored
 */
export async function makeDraftToken(
  transaction: Transaction,
  act: Act,
  name: string,
): Promise<string> {
  const token = newToken();
  const tokenRow = { tokenHash: hashToken(token), createdAt: sql`now()`, lastUsedAt: null };
  await transaction
    .insert(draftTokens)
    .values({ name, ...tokenRow })
    .onConflictDoUpdate({ target: draftTokens.name, set: tokenRow });
  await writeAudit(transaction, act, { action: 'draft_token.made', details: { name } });
  return token;
}

/** @returns whether the system had a token */
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

/** Finds the system of a token and stores the use; null for an unknown token. */
export async function findSender(
  db: Database | Transaction,
  token: string,
): Promise<string | null> {
  const [found] = await db
    .update(draftTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(draftTokens.tokenHash, hashToken(token)))
    .returning({ name: draftTokens.name });
  return found?.name ?? null;
}
