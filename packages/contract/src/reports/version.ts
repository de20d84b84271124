import * as z from 'zod';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { sexes } from '../patients/identification.ts';
import { whoEditions } from '../results/analytes/studies.ts';
import { resultSet, resultValue } from '../results/calls.ts';
import { comparators } from '../results/quantity.ts';
import { decimal, reportedFields } from '../results/values.ts';
import { sentenceAuthors } from './authorship.ts';
import {
  basisChangeKinds,
  draftSources,
  figureVerdicts,
  proofKinds,
  reportKinds,
  versionStates,
  versionTypes,
} from './states.ts';

export const kind = z.literal(reportKinds);

/** The signer's data at the time of the signature. */
export const signerSnapshot = z.strictObject({
  idAccount: recordId,
  idIdentityVersion: recordId,
  fullName: z.string(),
  cedula: z.string(),
  institution: z.string(),
  specialty: z.string().nullable(),
  specialtyCertificate: z.string().nullable(),
});
export type SignerSnapshot = z.infer<typeof signerSnapshot>;

/** The patient's data at the time of the signature (NOM-004-SSA3-2012, 5.2.3). */
export const patientSnapshot = z.strictObject({
  idUser: recordId,
  name: z.string(),
  birthDate: calendarDay.nullable(),
  /** On the day of the signature. */
  age: z.int().nullable(),
  sex: z.literal(sexes).nullable(),
  curp: z.string().nullable(),
  /** A passport or another document; absent without one, and in versions signed before it was printed. */
  identityDocument: z.string().optional(),
  /** Address in one line. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
});
export type PatientSnapshot = z.infer<typeof patientSnapshot>;

/** Reasons to doubt a result that a text quotes. */
const doubts = {
  /** The laboratory may still change the value. */
  preliminary: z.literal(true).optional(),
  /** True if the value's set was not validated after its last correction. */
  unvalidated: z.literal(true).optional(),
  /** The laboratory sent another value for the set, which waits for a decision. */
  held: z.literal(true).optional(),
  /** Time of the value's last change. */
  changedAt: isoInstant.optional(),
};

/** A current value that a text may quote. */
export const quotableResult = z.strictObject({
  /** Null for a derived value. */
  idValue: recordId.nullable(),
  analyte: z.string().nullable(),
  name: z.string().nullable(),
  comparator: z.literal(comparators).nullable(),
  value: decimal,
  unit: z.string().nullable(),
  /** Range that the laboratory printed. */
  range: z.string().nullable(),
  collectedAt: isoInstantOrNull,
  laboratory: z.string().nullable(),
  examType: z.string(),
  whoEdition: z.literal(whoEditions).nullable(),
  ...doubts,
  /** For a result without `idValue`: the source values of its computation, or the result set. */
  sources: z.array(recordId).optional(),
});
export type QuotableResult = z.infer<typeof quotableResult>;

/** A choice of a result, such as growth in a culture, which is compared with statements of a text. */
export const quotableFact = z.strictObject({
  idValue: recordId.nullable(),
  analyte: z.string(),
  choice: z.string(),
  collectedAt: isoInstantOrNull,
  laboratory: z.string().nullable(),
  examType: z.string(),
  ...doubts,
});
export type QuotableFact = z.infer<typeof quotableFact>;

/** A figure of a text, with its verdict by the patient's results or the reference tables. */
const finding = z.strictObject({
  /** Position in the text, in UTF-16 units. */
  start: z.int().min(0),
  end: z.int().min(0),
  figure: z.string(),
  unit: z.string().nullable(),
  analyte: z.string().nullable(),
  verdict: z.literal(figureVerdicts),
  result: quotableResult.optional(),
  /** The results on which a statement in words is based, or the result of a warning. */
  quotes: z.array(recordId).optional(),
  expected: z.string().optional(),
  /** Message in Spanish. */
  message: z.string(),
});

export type Finding = z.infer<typeof finding>;

/** A finding of a version, with its signer's explanation. */
export const signedFinding = finding.extend({
  /** Reason for keeping a different figure. */
  explanation: z.string().nullable(),
});
export type SignedFinding = z.infer<typeof signedFinding>;

/** The values and the rule of a sentence in a rule-based draft. */
const sentenceFacts = z.strictObject({
  values: z.array(z.string()),
  rule: z.string(),
});

/** A sentence of a version. All sentences of a version, joined, are its text. */
export const versionSentence = z.strictObject({
  text: z.string(),
  author: z.literal(sentenceAuthors),
  facts: sentenceFacts.optional(),
});
export type VersionSentence = z.infer<typeof versionSentence>;

/** A sample as a signed version shows it: later corrections do not change it. */
export const signedSample = z.object({
  ...resultSet.pick({
    idResultSet: true,
    examType: true,
    laboratory: true,
    collectedAt: true,
    collectedTimeKnown: true,
    analyzedAt: true,
    abstinenceDays: true,
    fastingHours: true,
    completeSample: true,
    method: true,
    whoEdition: true,
    status: true,
  }).shape,
  values: z.array(z.object(resultValue.omit({ note: true, withdrawn: true, earlier: true }).shape)),
});
export type SignedSample = z.infer<typeof signedSample>;

/** Time, account and reason of a withdrawal, a discard or a confirmation. */
const decision = z.strictObject({
  at: isoInstant,
  /** The name of the account. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
});

/** A result that a signed version quotes, with its quoted and its current value. */
const basisChange = z.strictObject({
  /** Id of the value, or of the set. */
  idSource: z.string(),
  analyte: z.string().nullable(),
  name: z.string().nullable(),
  examType: z.string(),
  collectedAt: isoInstantOrNull,
  change: z.literal(basisChangeKinds),
  /** Null for a purged or missing value. */
  before: z.strictObject(reportedFields).nullable(),
  after: z.strictObject(reportedFields).nullable(),
  /** The changed analytes from which this value is computed; null for a reported value. */
  derivedFrom: z.array(z.string()).nullable(),
  at: isoInstantOrNull,
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type BasisChange = z.infer<typeof basisChange>;

/** Changes to quoted results. The signed version is not delivered until it is confirmed or corrected. */
export const reportBasis = z.strictObject({
  since: isoInstant,
  changes: z.array(basisChange),
  /** Identifies the changes, for the confirmation of the version. */
  seen: z.string(),
  /** Whether the account may confirm the version: the signer, or another doctor if the signer cannot sign. */
  mayConfirm: z.boolean(),
  /** Sentences that quote changed results. */
  sentences: z.array(z.string()),
  delivered: z.strictObject({ times: z.int().min(1), last: isoInstant }).nullable(),
});
export type ReportBasis = z.infer<typeof reportBasis>;

const versionFields = {
  idVersion: recordId,
  idUser: recordId,
  kind,
  /** Number within this kind of report of the patient, counting drafts and signed versions. */
  number: z.int().min(1),
  type: z.literal(versionTypes),
  state: z.literal(versionStates),
  /** Whether the specified calls show its text. */
  inForce: z.boolean(),
  /** Number of the signed version that replaced a signed one. */
  supersededBy: z.int().nullable(),
  /** Number of the version as which a draft was signed; amendments have later numbers. */
  signedAs: z.int().nullable(),
  /** Source of a draft; null for a signed version. */
  source: z.literal(draftSources).nullable(),
  /** Null: unknown. */
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  /** Version of the prompt, or of our rules. */
  ruleVersion: z.string().nullable(),
  /** When a draft arrived, or a version was signed. */
  arrivedAt: isoInstant,
  /** The name of the account, or of the sending system; null for an import. */
  createdBy: z.string().nullable(),
  signer: signerSnapshot.nullable(),
  /** Numbers of the draft of a signed version, and of the signed version that it replaces. */
  fromDraft: z.int().nullable(),
  replaces: z.int().nullable(),
  /** Reason of a correction or an addition. */
  reason: z.string().nullable(),
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: z.string(),
  /** Whether the signature is in the sealed chain of the audit; nothing is delivered before. True for a draft. */
  sealed: z.boolean(),
  /** Whether a signed text equals its draft exactly. */
  unedited: z.boolean().nullable(),
  /** The original number, if a merge of patients changed it, and the name of the merged record if it had the report. */
  writtenAs: z.strictObject({ number: z.int(), name: z.string().nullable() }).nullable(),
  /** Confirmations that the version is still valid although quoted results changed, newest first. */
  confirmations: z.array(decision),
  withdrawal: decision.nullable(),
  /**
   * Whether the version was withdrawn because it is about another person, or is the draft of such a version. Only
   * accounts that sign or audit can read its text.
   */
  ofAnother: z.boolean(),
  discard: decision.nullable(),
};

export const versionSummary = z.strictObject(versionFields);
export type VersionSummary = z.infer<typeof versionSummary>;

export const reportVersion = z.strictObject({
  ...versionFields,
  text: z.string(),
  /** Sentences of a rule-based draft, and of a signed version. */
  sentences: z.array(versionSentence),
  patient: patientSnapshot.nullable(),
  findings: z.array(signedFinding),
  /** When the figures without a result were acknowledged. */
  acknowledgedAt: isoInstantOrNull,
  acceptedSentence: z.string().nullable(),
  proof: z.literal(proofKinds).nullable(),
  /** IANA name: the zone of the signature's hour. */
  zone: z.string().nullable(),
  /** Code of `/verificar/{code}`. */
  verifyCode: z.string().nullable(),
});
export type ReportVersion = z.infer<typeof reportVersion>;
