import type { DraftSource, ReportKind } from '@simiente/contract/reports/states';
import type { VersionSentence } from '@simiente/contract/reports/version';
import { and, desc, eq } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/record-id.ts';
import { reportDiscards, reports, reportVersions } from '../../../schema/reports.ts';
import { writeAudit } from '../../audit/public.ts';
import { lockPatientAlone } from '../../patients/public.ts';
import { sha256Of } from '../review/working-copy.ts';

/** An unsigned text, with what its sender says of it. */
interface ArrivedDraft {
  readonly patientId: string;
  readonly kind: ReportKind;
  /** Stored byte for byte. */
  readonly text: string;
  readonly source: DraftSource;
  /** Null: unknown. */
  readonly model?: string | null;
  readonly modelVersion?: string | null;
  /** Of the prompt, or of our rules. */
  readonly ruleVersion?: string | null;
  /** Of our rules: joined, they are the text. */
  readonly sentences?: readonly VersionSentence[] | null;
  /** What it was written from. */
  readonly inputFacts?: unknown;
  /** The account that asked for it. */
  readonly createdBy?: string | null;
  /** The system that sent it. */
  readonly sender?: string | null;
  /** A person asked for it now: it is added although the same text was discarded before. */
  readonly evenIfDiscarded?: boolean;
}

/** What is said of a draft that arrived. */
export interface StoredDraft {
  readonly id: string;
  readonly number: number;
  readonly sha256: string;
  readonly arrivedAt: string;
}

/**
 * Adds a draft to a report, whatever the report has: it takes the place of nothing. The newest draft again, from the
 * same source, is the same draft, unless it was discarded and a person wants it.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 */
export async function addDraft(
  transaction: Transaction,
  act: Act,
  draft: ArrivedDraft,
): Promise<StoredDraft> {
  const { patientId, kind, text, source } = draft;
  await lockPatientAlone(transaction, patientId);
  const known = { model: draft.model ?? null, modelVersion: draft.modelVersion ?? null };
  const made = { ...known, ruleVersion: draft.ruleVersion ?? null };
  const ofReport = and(eq(reportVersions.patientId, patientId), eq(reportVersions.kind, kind));
  const [last] = await transaction
    .select({ newest: reportVersions, discarded: reportDiscards.versionId })
    .from(reportVersions)
    .leftJoin(reportDiscards, eq(reportDiscards.versionId, reportVersions.id))
    .where(and(ofReport, eq(reportVersions.type, 'draft')))
    .orderBy(desc(reportVersions.number))
    .limit(1);
  const newest = last?.newest;
  const isSame =
    !(draft.evenIfDiscarded && last?.discarded) &&
    newest?.sha256 === sha256Of(text) &&
    newest.source === source &&
    newest.model === made.model &&
    newest.modelVersion === made.modelVersion &&
    newest.ruleVersion === made.ruleVersion;
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
      ...made,
      sentences: draft.sentences ?? null,
      inputFacts: draft.inputFacts ?? null,
      createdBy: draft.createdBy ?? null,
      sender: draft.sender ?? null,
      // Both are the trigger's.
      sha256: '',
      arrivedAt: new Date(0),
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
