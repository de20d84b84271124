import * as z from 'zod';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { lineText, storableText } from '../common/text.ts';
import { noteParts } from '../patients/identification.ts';
import { sentenceAuthors } from './authorship.ts';
import { amendmentTypes, versionTypes } from './states.ts';
import { kind, quotableFact, quotableResult, signedFinding, versionSentence } from './version.ts';

const MAX_SENTENCES = 5000;

/** An open working copy, without its text. */
export const review = z.strictObject({
  idWorkingCopy: recordId,
  /** The number that the signed version would get. */
  number: z.int().min(1),
  base: z.strictObject({
    idVersion: recordId,
    number: z.int().min(1),
    type: z.literal(versionTypes),
  }),
  /** The signed version in force, which a signature replaces. */
  replaces: z.strictObject({ idVersion: recordId, number: z.int().min(1) }).nullable(),
  /** How the signed base changes; null for a draft. */
  amendment: z.strictObject({ type: z.literal(amendmentTypes), reason: z.string() }).nullable(),
  reviewer: z.strictObject({ idAccount: recordId, name: z.string() }),
  /** Whether this account is the reviewer. */
  isMine: z.boolean(),
  startedAt: isoInstant,
  savedAt: isoInstant,
  version: z.int().min(1),
});
export type ReportReview = z.infer<typeof review>;

/** Reason for keeping a different figure; removed with its sentence. */
const explanation = z.strictObject({
  /** The figure, or the complete sentence of a treatment. */
  figure: storableText(20_000),
  unit: storableText(60).nullable(),
  /** The expected value and its result. The explanation does not apply to any other. */
  expected: storableText(200).nullable(),
  idValue: recordId.nullable(),
  text: lineText(500).min(3, 'Explica por qué la cifra es correcta.'),
});

const workingSentence = {
  text: storableText(20_000),
  /** The index of the original sentence in the base; null for an added sentence. */
  origin: z.int().min(0).max(MAX_SENTENCES).nullable(),
  /** Whether the doctor accepted the sentence unchanged. */
  accepted: z.boolean(),
  /** Whether the sentence is removed from the text. */
  struck: z.boolean(),
  explanations: z.array(explanation).max(50),
};
export type Explanation = z.infer<typeof explanation>;
export const writtenSentence = z.strictObject(workingSentence);
export type WrittenSentence = z.infer<typeof writtenSentence>;
export const writtenSentences = z.array(writtenSentence).max(MAX_SENTENCES);

/** Numbers of warnings that block a signature. */
export const openWarnings = {
  differing: z.int().min(0),
  unknown: z.int().min(0),
  /** Sentences with an unaccepted treatment. */
  treatments: z.int().min(0),
  /** Unaccepted quoted values that may still change. */
  values: z.int().min(0),
};

export const workingCopy = z.strictObject({
  ...review.shape,
  idUser: recordId,
  kind,
  patient: z.strictObject({
    name: z.string(),
    age: z.int().nullable(),
    /** Required facts of the patient that the record lacks. */
    missing: z.array(z.literal(noteParts)),
  }),
  /** Sentences of the base; `origin` is an index of this list. */
  baseSentences: z.array(versionSentence),
  sentences: z.array(z.strictObject({ ...workingSentence, author: z.literal(sentenceAuthors) })),
  /** Text that a signature would freeze, and its SHA-256. */
  text: z.string(),
  sha256: z.string(),
  findings: z.array(
    signedFinding.extend({
      /** Index in `sentences`. */
      sentence: z.int().min(0),
      /**
       * Whether the finding blocks a signature: a difference without an explanation, an unknown figure without
       * acknowledgement, or a treatment or value that is not accepted.
       */
      open: z.boolean(),
    }),
  ),
  /** Results with which a screen checks the typed text. */
  results: z.array(z.union([quotableResult, quotableFact])),
  /** Creation of the draft. Values that changed later were unknown to its author. */
  draftedAt: isoInstant,
  acknowledgedAt: isoInstantOrNull,
  open: z.strictObject(openWarnings),
});
export type WorkingCopy = z.infer<typeof workingCopy>;

/** Number of warnings that block a signature. */
export const countOpen = ({ differing, unknown, treatments, values }: WorkingCopy['open']) =>
  differing + unknown + treatments + values;
