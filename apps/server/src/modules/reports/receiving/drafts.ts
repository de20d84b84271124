import type { DraftSource, ReportKind } from '@simiente/contract/reports/states';
import type { VersionSentence } from '@simiente/contract/reports/version';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { hashToken, newToken } from '../../../platform/identity/sessions/session-token.ts';
import { Problem } from '../../../platform/problem.ts';
import { opposedAutomation } from '../../../schema/data-requests.ts';
import { patients } from '../../../schema/patients.ts';
import { draftTokens, reportDiscards, reports, reportVersions } from '../../../schema/reports.ts';
import { writeAudit } from '../../audit/public.ts';
import { lockPatientAlone } from '../../patients/public.ts';
import { hashText } from '../review/working-copy.ts';

/** An unsigned text, with its sender's data. */
interface ArrivedDraft {
  readonly patientId: string;
  readonly kind: ReportKind;
  /** Stored byte for byte. */
  readonly text: string;
  readonly source: DraftSource;
  /** Null: unknown. */
  readonly model?: string | null;
  readonly modelVersion?: string | null;
  /** Version of the prompt, or of our rules. */
  readonly ruleVersion?: string | null;
  /** Sentences that our rules wrote; together they are the text. */
  readonly sentences?: readonly VersionSentence[] | null;
  /** The facts from which the text was written. */
  readonly inputFacts?: unknown;
  /** The requesting account. */
  readonly createdBy?: string | null;
  /** The sending system. */
  readonly sender?: string | null;
  /** Adds it although the same text was discarded before, because a user requests it now. */
  readonly evenIfDiscarded?: boolean;
}

/** Answer to a draft that arrived. */
export interface StoredDraft {
  readonly id: string;
  readonly number: number;
  readonly sha256: string;
  readonly arrivedAt: string;
}

/**
 * Adds a draft to a report in any state, without replacing a version. A repetition of the newest draft from the
 * same source is ignored, unless that draft was discarded and a user requests it again.
 */
export async function addDraft(
  transaction: Transaction,
  act: Act,
  draft: ArrivedDraft,
): Promise<StoredDraft> {
  const { patientId, kind, text, source } = draft;
  await lockPatientAlone(transaction, patientId);
  await refuseOpposed(transaction, patientId);
  const model = { model: draft.model ?? null, modelVersion: draft.modelVersion ?? null };
  const origin = { ...model, ruleVersion: draft.ruleVersion ?? null };
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
    !(draft.evenIfDiscarded && last?.discarded) &&
    newest?.sha256 === hashText(text) &&
    newest.source === source &&
    newest.model === origin.model &&
    newest.modelVersion === origin.modelVersion &&
    newest.ruleVersion === origin.ruleVersion;
  if (newest && isSame) return present(newest);
  const [head] = await transaction
    .select({ lastNumber: reports.lastNumber })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), eq(reports.kind, kind)));
  const [stored] = await transaction
    .insert(reportVersions)
    .values({
      id: newRecordId('rpv'),
      patientId,
      kind,
      number: (head?.lastNumber ?? 0) + 1,
      type: 'draft',
      text,
      source,
      ...origin,
      sentences: draft.sentences ?? null,
      inputFacts: draft.inputFacts ?? null,
      createdBy: draft.createdBy ?? null,
      sender: draft.sender ?? null,
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

/** @throws Problem CONFLICT for a patient who opposed drafts by rules or a model */
async function refuseOpposed(db: Reader, patientId: string): Promise<void> {
  const [patient] = await db
    .select({ isOpposed: opposedAutomation(patientId) })
    .from(patients)
    .where(eq(patients.id, patientId));
  if (!patient?.isOpposed) return;
  throw new Problem('CONFLICT', { issues: [{ path: 'idUser', message: AUTOMATION_OPPOSED }] });
}

const present = ({
  id,
  number,
  sha256,
  arrivedAt,
}: typeof reportVersions.$inferSelect): StoredDraft => ({
  id,
  number,
  sha256,
  arrivedAt: arrivedAt.toISOString(),
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

/** The system with this token; null for an unknown token. */
export async function senderOfToken(db: Reader, token: string): Promise<string | null> {
  const [found] = await db
    .select({ name: draftTokens.name })
    .from(draftTokens)
    .where(eq(draftTokens.tokenHash, hashToken(token)));
  return found?.name ?? null;
}

/** Finds the system of a token and records that it has sent a draft. */
export async function markDraftTokenUsed(
  transaction: Transaction,
  token: string,
): Promise<string | null> {
  const [found] = await transaction
    .update(draftTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(draftTokens.tokenHash, hashToken(token)))
    .returning({ name: draftTokens.name });
  return found?.name ?? null;
}
