import { assignAuthors } from '@simiente/contract/reports/authorship';
import { findExplanation } from '@simiente/contract/reports/explanations';
import { checkReport } from '@simiente/contract/reports/guard/unsettled';
import { joinSentences, splitSentences } from '@simiente/contract/reports/sentences';
import type {
  Finding,
  KnownFact,
  KnownResult,
  VersionSentence,
} from '@simiente/contract/reports/version';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import type {
  ReportReview,
  WorkingCopy,
  WrittenSentence,
} from '@simiente/contract/reports/working-copy';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
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
 * The sentences from which a review starts. A draft that arrived as text loses its Markdown and a model's
 * citations of files, which are meaningless on the patient's paper.
 */
export function sentencesToReview({
  text,
  sentences,
}: Pick<StoredVersion, 'text' | 'sentences'>): readonly VersionSentence[] {
  return sentences ?? toSentences({ text: withoutMarkup(text), sentences });
}

/** A working copy before any edit. */
export function untouched(base: readonly VersionSentence[]): WrittenSentence[] {
  return base.map(({ text }, origin) => ({
    text,
    origin,
    accepted: false,
    struck: false,
    explanations: [],
  }));
}

/** Whether a text equals the start of its review. */
export function isUntouched(
  text: string,
  { baseSentences }: Pick<StoredCopy, 'baseSentences'>,
): boolean {
  return text === joinSentences(untouched(baseSentences)).text;
}

type CopyFinding = WorkingCopy['findings'][number];

/** Text of a working copy, and the warnings that block its signature. */
export interface WorkingText {
  readonly text: string;
  readonly authors: readonly VersionSentence['author'][];
  /** Sentences that a signature freezes; together they are the text. */
  readonly frozen: readonly VersionSentence[];
  readonly findings: readonly CopyFinding[];
  readonly open: WorkingCopy['open'];
}

const DIFFERING: readonly string[] = ['differs', 'reference-differs'];
const NEEDING_WORDS = [...DIFFERING, 'treatment', 'unsettled'];

/** A figure without a result, as its acknowledgement names it. */
const figureText = ({ figure, unit }: Pick<Finding, 'figure' | 'unit'>) =>
  unit === null ? figure : `${figure} ${unit}`;

export function readWorkingText(
  { baseSentences, sentences, acknowledgedFigures }: StoredCopy,
  results: readonly (KnownFact | KnownResult)[],
  at: Parameters<typeof checkReport>[2],
): WorkingText {
  const { text, spans } = joinSentences(sentences);
  const authors = assignAuthors(baseSentences, sentences);
  const acknowledged = new Set(acknowledgedFigures);
  const findings = checkReport(text, results, at).map((found): CopyFinding => {
    const sentence = spans.findIndex((span) => span !== null && found.start < span.end);
    const needsWords = NEEDING_WORDS.includes(found.verdict);
    const explanation = needsWords
      ? findExplanation(found, sentences[sentence]?.explanations ?? [])
      : undefined;
    return {
      ...found,
      sentence,
      explanation: explanation?.text ?? null,
      open: needsWords
        ? explanation === undefined
        : found.verdict === 'unknown' && !acknowledged.has(figureText(found)),
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

/** The figures that an acknowledgement covers. */
export function unknownFigures({ findings }: Pick<WorkingText, 'findings'>): string[] {
  return [
    ...new Set(
      findings.filter(({ verdict }) => verdict === 'unknown').map((one) => figureText(one)),
    ),
  ];
}

/** The sentences of the text, each with its leading space. An unchanged sentence keeps its quoted values. */
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

/** Whether an addition leaves the signed text unchanged: it edits, strikes and moves nothing. */
export function onlyAdds({ baseSentences, sentences }: StoredCopy): boolean {
  const ofDraft = sentences.filter(({ origin }) => origin !== null);
  return (
    ofDraft.length === baseSentences.length &&
    ofDraft.every(
      ({ text, struck, origin }, index) =>
        origin === index && !struck && text === baseSentences[index]?.text,
    )
  );
}

/** Working copies of patients who are not deleted, with their base and reviewer. */
export function selectCopies(db: Reader, where: SQL | undefined) {
  return db
    .select({
      copy: reportWorkingCopies,
      base: {
        id: reportVersions.id,
        number: reportVersions.number,
        type: reportVersions.type,
        text: reportVersions.text,
        fromDraft: reportVersions.fromDraft,
        arrivedAt: reportVersions.arrivedAt,
      },
      head: reports,
      /** The signed version in force, which a signature replaces. */
      replaced: sql<
        ReportReview['replaces']
      >`(select jsonb_build_object('idVersion', s.id, 'number', s.number)
        from ${reportVersions} s where s.id = ${reports.inForceId} and s.type <> 'draft')`,
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
    .where(where);
}
export type CopyRow = Awaited<ReturnType<typeof selectCopies>>[number];

/** The reviewer of a report, as an account sees it. */
export function presentReview(
  { copy, base, head, replaced, reviewerName }: CopyRow,
  readerId: string,
): ReportReview {
  return {
    idWorkingCopy: copy.id,
    number: head.lastNumber + 1,
    base: { idVersion: base.id, number: base.number, type: base.type },
    replaces: replaced,
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
