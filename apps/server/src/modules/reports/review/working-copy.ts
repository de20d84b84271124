import { hash } from 'node:crypto';
import { dayIn } from '@simiente/contract/common/days';
import { ageInYears, findMissingForNote } from '@simiente/contract/patients/identification';
import type { InReviewDetails, reportsContract } from '@simiente/contract/reports/calls';
import {
  acceptances,
  TREATMENT_ACCEPTED,
  VALUE_ACCEPTED,
} from '@simiente/contract/reports/explanations';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { VersionSentence, VersionSummary } from '@simiente/contract/reports/version';
import type { WorkingCopy, WrittenSentence } from '@simiente/contract/reports/working-copy';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { findChanges, newRecordId } from '../../../platform/database/records.ts';
import { Problem, rejectStale, toFieldProblem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { writeAudit } from '../../audit/public.ts';
import { findQuotableResults } from '../../results/public.ts';
import { lockVersion } from '../reading/select-versions.ts';
import {
  type CopyRow,
  listUnknownFigures,
  matchesCopy,
  onlyAdds,
  presentReview,
  readWorkingText,
  selectCopies,
  toReviewSentences,
  toUneditedSentences,
} from './working-text.ts';

type Context = Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>;

/** Identifies a working copy as the client saw it. */
export interface ShownCopy {
  readonly idWorkingCopy: string;
  readonly version: number;
}

export const hashText = (text: string) => hash('sha256', text);

/** Findings of a copy, from the patient's current results. */
export async function checkCopy(db: Reader, { copy, base }: CopyRow, timeZone: string) {
  const results = await findQuotableResults(db, copy.patientId);
  const draftedAt = getDraftTime(copy, base);
  return { results, draftedAt, read: readWorkingText(copy, results, { timeZone, draftedAt }) };
}

/**
 * The time after which a changed result counts as corrected since the draft. For an amendment it is the start of the
 * review, because its author has seen the earlier changes.
 */
export const getDraftTime = (
  copy: Pick<CopyRow['copy'], 'amendmentType' | 'startedAt'> | null,
  { arrivedAt }: Pick<CopyRow['base'], 'arrivedAt'>,
) => (copy && copy.amendmentType !== null ? copy.startedAt : arrivedAt).toISOString();

async function present(
  db: Reader,
  { actor, clinicTimeZone }: Pick<Context, 'actor' | 'clinicTimeZone'>,
  row: CopyRow,
): Promise<WorkingCopy> {
  const { results, draftedAt, read } = await checkCopy(db, row, clinicTimeZone);
  const { copy, patient } = row;
  const today = dayIn(clinicTimeZone, new Date());
  return {
    ...presentReview(row, actor.id),
    idUser: copy.patientId,
    kind: copy.kind,
    patient: {
      name: patient.name,
      age: patient.birthDate === null ? null : ageInYears(patient.birthDate, today),
      missing: findMissingForNote(patient),
    },
    baseSentences: [...copy.baseSentences],
    sentences: copy.sentences.map((sentence, index) => ({
      ...sentence,
      author: read.authors[index] ?? 'medico',
    })),
    text: read.text,
    sha256: hashText(read.text),
    findings: [...read.findings],
    results,
    draftedAt,
    acknowledgedAt: copy.acknowledgedAt?.toISOString() ?? null,
    open: read.open,
  };
}

export async function findOpenCopy(
  db: Reader,
  context: Pick<Context, 'actor' | 'clinicTimeZone'>,
  { idUser, kind }: { readonly idUser: string; readonly kind: ReportKind },
): Promise<WorkingCopy | null> {
  const [row] = await selectCopies(db, matchesCopy(idUser, kind));
  return row === undefined ? null : present(db, context, row);
}

/** @throws Problem REVIEW_ENDED */
export async function readCopy(
  db: Reader,
  context: Pick<Context, 'actor' | 'clinicTimeZone'>,
  id: string,
): Promise<WorkingCopy> {
  return present(db, context, await findCopy(db, id));
}

async function findCopy(db: Reader, id: string): Promise<CopyRow> {
  const [row] = await selectCopies(db, eq(reportWorkingCopies.id, id));
  if (row === undefined) throw new Problem('REVIEW_ENDED');
  return row;
}

/**
 * Locks the patient of a working copy until commit, and reads the copy.
 * @param ofAnother whether the copy may be of another reviewer
 * @throws Problem REVIEW_ENDED, REVIEW_OF_ANOTHER, STALE_VERSION
 */
export async function lockCopy(
  transaction: Transaction,
  context: Context,
  shown: ShownCopy,
  { ofAnother = false } = {},
): Promise<CopyRow> {
  await transaction
    .select({ id: patients.id })
    .from(reportWorkingCopies)
    .innerJoin(patients, eq(patients.id, reportWorkingCopies.patientId))
    .where(eq(reportWorkingCopies.id, shown.idWorkingCopy))
    .for('no key update', { of: patients });
  const row = await findCopy(transaction, shown.idWorkingCopy);
  if (!ofAnother && row.copy.reviewerId !== context.actor.id) {
    throw new Problem('REVIEW_OF_ANOTHER', { details: { ...toReviewDetails(row) } });
  }
  await rejectStale(shown.version, row.copy, () => present(transaction, context, row), {
    kind: 'patient',
    id: row.copy.patientId,
  });
  return row;
}

export const toReviewDetails = ({ copy, reviewerName }: CopyRow): InReviewDetails => ({
  idWorkingCopy: copy.id,
  reviewer: { idAccount: copy.reviewerId, name: reviewerName },
});

const toAudited = ({ patientId, baseId }: { patientId: string; baseId: string }) =>
  ({ subject: { kind: 'report', id: baseId }, patientId }) as const;

/**
 * Opens a working copy of a draft that was neither signed nor discarded, of the signed version in force, or of the
 * last version if it was withdrawn.
 * @throws Problem DRAFT_NOT_OPEN
 * @throws Problem VERSION_NOT_IN_FORCE, also for a text about another person
 * @throws Problem REPORT_IN_REVIEW if the report has a working copy
 */
export async function startReview(
  transaction: Transaction,
  context: Context,
  { idVersion, amendment }: CallInput<typeof reportsContract.startReview>,
): Promise<{ id: string }> {
  const summary = await lockVersion(transaction, idVersion);
  const base = await requireBase(transaction, summary, { isAmendment: amendment !== undefined });
  const { patientId, kind } = base;
  const [open] = await selectCopies(transaction, matchesCopy(patientId, kind));
  if (open !== undefined) {
    throw new Problem('REPORT_IN_REVIEW', { details: { ...toReviewDetails(open) } });
  }
  const id = newRecordId('rwc');
  const baseSentences = toReviewSentences(base);
  await transaction.insert(reportWorkingCopies).values({
    id,
    patientId,
    kind,
    baseId: base.id,
    amendmentType: amendment?.type ?? null,
    amendmentReason: amendment?.reason ?? null,
    reviewerId: context.actor.id,
    baseSentences,
    sentences: toUneditedSentences(baseSentences),
  });
  await writeAudit(transaction, context, {
    action: 'report.review_started',
    ...toAudited({ patientId, baseId: base.id }),
    details: { kind, number: base.number, ...(amendment && { amendment: amendment.type }) },
  });
  return { id };
}

async function requireBase(
  db: Reader,
  summary: VersionSummary,
  { isAmendment }: { readonly isAmendment: boolean },
) {
  const { idVersion: id } = summary;
  const [version] = await db.select().from(reportVersions).where(eq(reportVersions.id, id));
  if (version === undefined) throw new Problem('NOT_FOUND');
  if (version.type === 'draft') {
    if (isAmendment) throw new Problem('VERSION_NOT_IN_FORCE');
    if (summary.signedAs !== null || summary.discard !== null) {
      throw new Problem('DRAFT_NOT_OPEN');
    }
    return version;
  }
  const isWithdrawn = summary.withdrawal !== null;
  if (summary.supersededBy !== null || summary.ofAnother || (isAmendment && isWithdrawn)) {
    throw new Problem('VERSION_NOT_IN_FORCE');
  }
  if (!isAmendment && !isWithdrawn) throw amendmentNeeded();
  return version;
}

/** A signed text changes only with a reason (R8). */
export const amendmentNeeded = (): Problem =>
  toFieldProblem('BAD_REQUEST', 'amendment', 'Elige corrección o adición, y escribe el motivo.');

/** How many treatments or values the reviewer accepted with these words. */
const countAccepted = (sentences: readonly WrittenSentence[], words: string) =>
  sentences.flatMap((one) => one.explanations.filter(({ text }) => text === words)).length;

/**
 * Saves the reviewer's text. An unchanged text keeps the version.
 * @throws Problem REVIEW_ENDED, REVIEW_OF_ANOTHER, STALE_VERSION
 * @throws Problem SENTENCE_UNKNOWN, NOT_AN_ADDITION
 */
export async function saveCopy(
  transaction: Transaction,
  context: Context,
  input: CallInput<typeof reportsContract.saveWorkingCopy>,
): Promise<{ id: string }> {
  const row = await lockCopy(transaction, context, input);
  const { copy } = row;
  const { sentences, acknowledge } = input;
  rejectUnknownOrigins(sentences, copy.baseSentences);
  if (copy.amendmentType === 'addition' && !onlyAdds({ ...copy, sentences })) {
    throw new Problem('NOT_AN_ADDITION');
  }
  const next = { ...row, copy: { ...copy, sentences } };
  const changed = findChanges(copy, {
    sentences,
    acknowledgedFigures:
      acknowledge === false
        ? null
        : acknowledge &&
          listUnknownFigures((await checkCopy(transaction, next, context.clinicTimeZone)).read),
  });
  if (Object.keys(changed).length === 0) return { id: copy.id };
  await transaction
    .update(reportWorkingCopies)
    .set({
      ...changed,
      ...(acknowledge !== undefined && { acknowledgedAt: acknowledge ? sql`now()` : null }),
      savedAt: sql`now()`,
      version: copy.version + 1,
    })
    .where(eq(reportWorkingCopies.id, copy.id));
  await writeAudit(transaction, context, {
    action: 'report.working_copy_saved',
    ...toAudited(copy),
    details: {
      kind: copy.kind,
      sentences: sentences.length,
      acceptedTreatments: countAccepted(sentences, TREATMENT_ACCEPTED),
      acceptedValues: countAccepted(sentences, VALUE_ACCEPTED),
    },
  });
  return { id: copy.id };
}

function rejectUnknownOrigins(
  sentences: readonly WrittenSentence[],
  base: readonly VersionSentence[],
): void {
  const seen = new Set<number>();
  for (const [index, { origin }] of sentences.entries()) {
    if (origin === null) continue;
    if (origin < base.length && !seen.has(origin)) {
      seen.add(origin);
      continue;
    }
    throw toFieldProblem('SENTENCE_UNKNOWN', `sentences.${index}.origin`);
  }
}

/**
 * Makes an account the reviewer of another account's working copy, in its last saved state.
 * @throws Problem REVIEW_ENDED, STALE_VERSION
 */
export async function takeOver(
  transaction: Transaction,
  context: Context,
  shown: ShownCopy,
): Promise<{ id: string }> {
  const { copy } = await lockCopy(transaction, context, shown, { ofAnother: true });
  if (copy.reviewerId === context.actor.id) return { id: copy.id };
  await transaction
    .update(reportWorkingCopies)
    .set({
      reviewerId: context.actor.id,
      version: copy.version + 1,
      // Only the signer can acknowledge warnings and accept treatments and values.
      sentences: copy.sentences.map((sentence) => ({
        ...sentence,
        explanations: sentence.explanations.filter(({ text }) => !acceptances.includes(text)),
      })),
      acknowledgedAt: null,
      acknowledgedFigures: null,
    })
    .where(eq(reportWorkingCopies.id, copy.id));
  await writeAudit(transaction, context, {
    action: 'report.review_taken_over',
    ...toAudited(copy),
    details: { kind: copy.kind, from: copy.reviewerId },
  });
  return { id: copy.id };
}

/**
 * Ends a review without a signature.
 * @throws Problem REVIEW_ENDED, REVIEW_OF_ANOTHER, STALE_VERSION
 */
export async function dropCopy(
  transaction: Transaction,
  context: Context,
  shown: ShownCopy,
): Promise<{ patientId: string; kind: ReportKind }> {
  const { copy } = await lockCopy(transaction, context, shown);
  await transaction.delete(reportWorkingCopies).where(eq(reportWorkingCopies.id, copy.id));
  await writeAudit(transaction, context, {
    action: 'report.review_dropped',
    ...toAudited(copy),
    details: { kind: copy.kind },
  });
  return { patientId: copy.patientId, kind: copy.kind };
}
