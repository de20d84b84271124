import { recordId } from '@simiente/contract/common/ids';
import { isoInstant, isoInstantOrNull } from '@simiente/contract/common/instants';
import { codeWays, linkWays } from '@simiente/contract/deliveries/words';
import {
  amendmentTypes,
  basisChangeKinds,
  draftSources,
  proofKinds,
  reportKinds,
  versionStates,
  versionTypes,
} from '@simiente/contract/reports/states';
import {
  patientSnapshot,
  signedFinding,
  signedSample,
  signerSnapshot,
  versionSentence,
} from '@simiente/contract/reports/version';
import { writtenSentence } from '@simiente/contract/reports/working-copy';
import * as z from 'zod';

const actWithReason = z.strictObject({
  at: isoInstant,
  by: z.string().nullable(),
  reason: z.string(),
});

/** A version of a report: its text as it arrived or was signed, and its outcome. */
const recordReportVersion = z.strictObject({
  id: recordId,
  number: z.int(),
  type: z.literal(versionTypes),
  state: z.literal(versionStates),
  /** Whether the text belongs to another person and is therefore left out, with everything derived from it. */
  ofAnother: z.boolean(),
  text: z.string(),
  sha256: z.string(),
  /** Each sentence with its author; null for a draft that arrived as plain text. */
  sentences: z.array(versionSentence).nullable(),
  source: z.literal(draftSources).nullable(),
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  ruleVersion: z.string().nullable(),
  inputFacts: z.unknown(),
  /** When a draft arrived, or a version was signed. */
  arrivedAt: isoInstant,
  createdBy: z.string().nullable(),
  sender: z.string().nullable(),
  /** The ids of versions. */
  fromDraft: recordId.nullable(),
  replaces: recordId.nullable(),
  reason: z.string().nullable(),
  signer: signerSnapshot.nullable(),
  proof: z.literal(proofKinds).nullable(),
  acceptedSentence: z.string().nullable(),
  zone: z.string().nullable(),
  patient: patientSnapshot.nullable(),
  findings: z.array(signedFinding).nullable(),
  /** The samples that its PDF shows. */
  results: z.array(signedSample).nullable(),
  acknowledgedAt: isoInstantOrNull,
  unedited: z.boolean().nullable(),
  /** Original patient and number, if a merge of two records changed them. */
  writtenFor: z.string().nullable(),
  writtenNumber: z.int().nullable(),
  verifyCode: z.string().nullable(),
  /** The number of the audit row of the signature. */
  auditEvent: z.int().nullable(),
  withdrawal: actWithReason
    .extend({ signer: signerSnapshot, proof: z.literal(proofKinds), auditEvent: z.int() })
    .nullable(),
  /** Confirmations that the version is still valid although quoted results changed, earliest first. */
  confirmations: z.array(
    actWithReason.extend({
      id: recordId,
      changes: z.array(
        z.strictObject({
          source: z.string(),
          change: z.literal(basisChangeKinds),
          now: z.string().nullable(),
          sample: z.string().nullable(),
        }),
      ),
      signer: signerSnapshot,
      proof: z.literal(proofKinds),
      auditEvent: z.int(),
    }),
  ),
  discard: actWithReason.nullable(),
  /** Deliveries to the patient, earliest first. */
  deliveries: z.array(
    z.strictObject({
      id: recordId,
      at: isoInstant,
      by: z.string().nullable(),
      linkBy: z.literal(linkWays),
      codeBy: z.literal(codeWays),
      email: z.string().nullable(),
      /** Version of the text to which the patient agreed. */
      consentVersion: z.string(),
      expiresAt: isoInstant,
      /** Failed attempts to open the link. */
      failures: z.int(),
      opens: z.int(),
      openedAt: isoInstantOrNull,
      downloads: z.int(),
      closedAt: isoInstantOrNull,
      closedFor: z.string().nullable(),
      closedBy: z.string().nullable(),
      /** Time when the patient requested another link. */
      requestedAt: isoInstantOrNull,
    }),
  ),
});

/** One kind of report, with all its versions; `inForce` refers to one of them. */
export const recordReport = z.strictObject({
  id: recordId,
  kind: z.literal(reportKinds),
  inForce: recordId.nullable(),
  /** Time of the first change to a quoted result that the signer of the version in force has not confirmed. */
  basisChangedAt: isoInstantOrNull,
  versions: z.array(recordReportVersion),
  /** Working copy of a reviewer, without a signature. */
  workingCopy: z
    .strictObject({
      id: recordId,
      base: recordId,
      reviewer: z.string().nullable(),
      startedAt: isoInstant,
      savedAt: isoInstant,
      amendmentType: z.literal(amendmentTypes).nullable(),
      amendmentReason: z.string().nullable(),
      baseSentences: z.array(versionSentence),
      sentences: z.array(writtenSentence),
      acknowledgedAt: isoInstantOrNull,
      acknowledgedFigures: z.array(z.string()).nullable(),
    })
    .nullable(),
});
