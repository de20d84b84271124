import { hash } from 'node:crypto';
import { assignAuthors } from '@simiente/contract/reports/authorship';
import { findExplanation } from '@simiente/contract/reports/explanations';
import { checkReport } from '@simiente/contract/reports/guard/unsettled';
import { joinSentences, splitSentences } from '@simiente/contract/reports/sentences';
import type { ReportKind } from '@simiente/contract/reports/states';
import type {
  Finding,
  QuotableFact,
  QuotableResult,
  VersionSentence,
} from '@simiente/contract/reports/version';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import type {
  ReportReview,
  WorkingCopy,
  WrittenSentence,
} from '@simiente/contract/reports/working-copy';
import { and, eq, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { patients } from '../../../schema/patients.ts';
import { reports, reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { staff } from '../../../schema/staff.ts';
import { patientNotDeleted } from '../../patients/public.ts';

type StoredVersion = typeof reportVersions.$inferSelect;
type StoredCopy = Pick<
  typeof reportWorkingCopies.$inferSelect,
  'baseSentences' | 'sentences' | 'acknowledgedFigures'
>;

/** The sentences of a version. A draft that arrived as plain text has the program as the only author. */
export function toSentences({
  text,
  sentences,
}: Pick<StoredVersion, 'text' | 'sentences'>): readonly VersionSentence[] {
  return sentences ?? splitSentences(text).map((one) => ({ text: one.text, author: 'ia' }));
}

/**
 * The sentences from which a review starts. A draft that arrived as plain text loses its Markdown and a model's
 * citations of files, which mean nothing to the patient.
 */
export const toReviewSentences = (
  version: Pick<StoredVersion, 'text' | 'sentences'>,
): readonly VersionSentence[] => toSentences({ ...version, text: withoutMarkup(version.text) });

export function toUneditedSentences(base: readonly VersionSentence[]): WrittenSentence[] {
  return base.map(({ text }, origin) => ({
    text,
    origin,
    accepted: false,
    struck: false,
    explanations: [],
  }));
}

export function isUnedited(
  text: string,
  { baseSentences }: Pick<StoredCopy, 'baseSentences'>,
): boolean {
  return text === joinSentences(toUneditedSentences(baseSentences)).text;
}

type CopyFinding = WorkingCopy['findings'][number];

/** Text of a working copy, and the warnings that block its signature. */
export interface WorkingText {
  readonly text: string;
  readonly authors: readonly VersionSentence['author'][];
  /** Sentences that a signature freezes. Joined they are the text. */
  readonly frozen: readonly VersionSentence[];
  readonly findings: readonly CopyFinding[];
  readonly open: WorkingCopy['open'];
}

const DIFFERING: readonly string[] = ['differs', 'reference-differs'];
/** Verdicts that the reviewer must explain. */
const NEEDING_EXPLANATION = [...DIFFERING, 'treatment', 'unsettled'];

/** A figure without a result, in the format of its acknowledgement. */
const formatFigure = ({ figure, unit }: Pick<Finding, 'figure' | 'unit'>) =>
  unit === null ? figure : `${figure} ${unit}`;

export function readWorkingText(
  { baseSentences, sentences, acknowledgedFigures }: StoredCopy,
  results: readonly (QuotableFact | QuotableResult)[],
  at: Parameters<typeof checkReport>[2],
): WorkingText {
  const { text, spans } = joinSentences(sentences);
  const authors = assignAuthors(baseSentences, sentences);
  const acknowledged = new Set(acknowledgedFigures);
  const findings = checkOnce(text, results, at).map((found): CopyFinding => {
    const sentence = spans.findIndex((span) => span !== null && found.start < span.end);
    const needsExplanation = NEEDING_EXPLANATION.includes(found.verdict);
    const explanation = needsExplanation
      ? findExplanation(found, sentences[sentence]?.explanations ?? [])
      : undefined;
    return {
      ...found,
      sentence,
      explanation: explanation?.text ?? null,
      open: needsExplanation
        ? explanation === undefined
        : found.verdict === 'unknown' && !acknowledged.has(formatFigure(found)),
    };
  });
  const count = (...verdicts: readonly string[]) =>
    findings.filter(({ open, verdict }) => open && verdicts.includes(verdict)).length;
  return {
    text,
    authors,
    frozen: freeze(text, spans, sentences, authors, baseSentences),
    findings,
    open: {
      differing: count(...DIFFERING),
      unknown: count('unknown'),
      treatments: count('treatment'),
      values: count('unsettled'),
    },
  };
}

/** Twice the texts that a filter of Por firmar checks. */
const MAX_CACHED = 1000;
/** Findings by a hash of their input. A text takes 5 to 10 ms of CPU, and a page of Por firmar has 50 texts. */
const cachedFindings = new Map<string, Finding[]>();

function checkOnce(...input: Parameters<typeof checkReport>): readonly Finding[] {
  const key = hash('sha256', JSON.stringify(input));
  const findings = cachedFindings.get(key) ?? checkReport(...input);
  cachedFindings.delete(key);
  cachedFindings.set(key, findings);
  const [oldest] = cachedFindings.keys();
  if (cachedFindings.size > MAX_CACHED) cachedFindings.delete(oldest ?? '');
  return findings;
}

/** The figures that an acknowledgement covers. */
export function listUnknownFigures({ findings }: Pick<WorkingText, 'findings'>): string[] {
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown');
  return [...new Set(unknown.map(formatFigure))];
}

/** The sentences of the text, each with its leading space. An unchanged sentence keeps its facts. */
function freeze(
  text: string,
  spans: ReturnType<typeof joinSentences>['spans'],
  sentences: readonly WrittenSentence[],
  authors: readonly VersionSentence['author'][],
  base: readonly VersionSentence[],
): VersionSentence[] {
  let end = 0;
  return sentences.flatMap((sentence, index): VersionSentence[] => {
    const span = spans[index];
    if (span == null || sentence.text === '') return [];
    const origin = sentence.origin === null ? undefined : base[sentence.origin];
    const facts = origin?.text === sentence.text ? origin.facts : undefined;
    const frozen = { text: text.slice(end, span.end), author: authors[index] ?? 'medico' };
    end = span.end;
    return [{ ...frozen, ...(facts && { facts }) }];
  });
}

/** Whether the base sentences are not edited, struck or moved. */
export function onlyAdds({ baseSentences, sentences }: StoredCopy): boolean {
  const fromBase = sentences.filter(({ origin }) => origin !== null);
  return (
    fromBase.length === baseSentences.length &&
    fromBase.every(
      ({ text, struck, origin }, index) =>
        origin === index && !struck && text === baseSentences[index]?.text,
    )
  );
}

export const matchesCopy = (patientId: string, kind: ReportKind) =>
  and(eq(reportWorkingCopies.patientId, patientId), eq(reportWorkingCopies.kind, kind));

const replaced = alias(reportVersions, 'replaced');

/** Working copies of patients who are not deleted, with their base and reviewer. */
export function selectCopies(db: Reader, where: SQL | undefined) {
  return db
    .select({
      copy: reportWorkingCopies,
      base: pick(reportVersions, ['id', 'number', 'type', 'text', 'fromDraft', 'arrivedAt']),
      head: reports,
      /** The signed version in force, which a signature replaces. */
      replaced: { idVersion: replaced.id, ...pick(replaced, ['number', 'signerId', 'text']) },
      reviewerName: staff.name,
      patient: patients,
    })
    .from(reportWorkingCopies)
    .innerJoin(patients, and(eq(patients.id, reportWorkingCopies.patientId), patientNotDeleted))
    .innerJoin(reportVersions, eq(reportVersions.id, reportWorkingCopies.baseId))
    .innerJoin(
      reports,
      and(
        eq(reports.patientId, reportWorkingCopies.patientId),
        eq(reports.kind, reportWorkingCopies.kind),
      ),
    )
    .innerJoin(staff, eq(staff.id, reportWorkingCopies.reviewerId))
    .leftJoin(replaced, and(eq(replaced.id, reports.inForceId), ne(replaced.type, 'draft')))
    .where(where);
}
export type CopyRow = Awaited<ReturnType<typeof selectCopies>>[number];

/** The open review of a report, as an account sees it. */
export function presentReview(
  { copy, base, head, replaced: replacedVersion, reviewerName }: CopyRow,
  readerId: string,
): ReportReview {
  return {
    idWorkingCopy: copy.id,
    number: head.lastNumber + 1,
    base: { idVersion: base.id, number: base.number, type: base.type },
    replaces: replacedVersion && pick(replacedVersion, ['idVersion', 'number']),
    amendment:
      copy.amendmentType === null || copy.amendmentReason === null
        ? null
        : { type: copy.amendmentType, reason: copy.amendmentReason },
    reviewer: { idAccount: copy.reviewerId, name: reviewerName },
    isMine: copy.reviewerId === readerId,
    startedAt: copy.startedAt.toISOString(),
    savedAt: copy.savedAt.toISOString(),
    version: copy.version,
  };
}
