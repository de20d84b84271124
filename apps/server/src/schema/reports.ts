import {
  amendmentTypes,
  type BasisChangeKind,
  draftSources,
  proofKinds,
  reportKinds,
  versionTypes,
} from '@simiente/contract/reports/states';
import type {
  PatientSnapshot,
  SignedFinding,
  SignedSample,
  SignerSnapshot,
  VersionSentence,
} from '@simiente/contract/reports/version';
import type { WrittenSentence } from '@simiente/contract/reports/working-copy';
import { isNotNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { exactJson, instant, refersTo, sharedKey } from './columns.ts';
import { files } from './files.ts';
import { patients } from './patients.ts';
import { professionalIdentityVersions } from './professional-identities.ts';
import { staff } from './staff.ts';

const json = <T>() => exactJson().$type<T>();

/** A change of a record that a report quotes, as a row of the database function `report_basis_changes`. */
export interface BasisChangeRow {
  /** Id of a value, or of a result set for facts of its sample. */
  readonly source: string;
  readonly change: BasisChangeKind;
  readonly now: string | null;
  /** Facts of the sample in the set. */
  readonly sample: string | null;
}

/** A signed action: signer with credentials and proof, and the audit row of the signature. */
const signedAct = () => ({
  at: instant().notNull().defaultNow(),
  reason: text().notNull(),
  signerId: refersTo(() => staff.id),
  identityVersionId: refersTo(() => professionalIdentityVersions.id),
  /** Written by a trigger from the version of the identity. */
  signer: json<SignerSnapshot>().notNull().default(sql`'{}'`),
  proof: text({ enum: proofKinds }).notNull(),
  auditEventId: bigint({ mode: 'number' }).notNull(),
});

/**
 * Every text of every report, as it arrived or was signed. Rows are added, never changed: the application's role has no
 * right to change them. A trigger numbers, dates and checks new rows.
 */
export const reportVersions = pgTable(
  'report_versions',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id),
    kind: text({ enum: reportKinds }).notNull(),
    /** Number within the patient's reports of this kind, from 1. */
    number: integer().notNull(),
    type: text({ enum: versionTypes }).notNull(),
    text: text().notNull(),
    /** SHA-256 of the text in UTF-8, hexadecimal; the trigger writes it. */
    sha256: text().notNull().default(''),
    /** When a draft arrived, or a version was signed; the trigger writes it. */
    arrivedAt: instant().notNull().defaultNow(),
    /** The account; null for an import, or a system. */
    createdBy: text(),
    /** The system that sent a draft, by the name of its token. */
    sender: text(),
    source: text({ enum: draftSources }),
    model: text(),
    modelVersion: text(),
    /** Version of the prompt, or of our rules. */
    ruleVersion: text(),
    /** Facts from which our rules, or a model, wrote the text. */
    inputFacts: json<unknown>(),
    /** The sentences of the text; null for a draft that arrived as plain text. */
    sentences: json<readonly VersionSentence[]>(),
    /** The draft of a signed version, and the signed version that it replaces. */
    fromDraft: text().references((): AnyPgColumn => reportVersions.id),
    replaces: text()
      .unique()
      .references((): AnyPgColumn => reportVersions.id),
    /** Reason of a correction or an addition. */
    reason: text(),
    patient: json<PatientSnapshot>(),
    findings: json<readonly SignedFinding[]>(),
    /** The samples in the PDF; null for older versions. */
    results: json<readonly SignedSample[]>(),
    acknowledgedAt: instant(),
    /** The declaration that the signer accepted. */
    acceptedSentence: text(),
    /** IANA name. */
    zone: text(),
    /** 128 random bits, base64url. */
    verifyCode: text().unique(),
    /** Whether a signed text equals its draft exactly. */
    unedited: boolean(),
    /** Original patient and number, if a merge of patients changed them. */
    writtenFor: text(),
    writtenNumber: integer(),
    // The signature of a signed version, like that of `signedAct`.
    signerId: text().references(() => staff.id),
    identityVersionId: text().references(() => professionalIdentityVersions.id),
    signer: json<SignerSnapshot>(),
    proof: text({ enum: proofKinds }),
    auditEventId: bigint({ mode: 'number' }),
  },
  (table) => [
    unique('report_versions_number').on(table.patientId, table.kind, table.number),
    index('report_versions_from_draft').on(table.fromDraft).where(isNotNull(table.fromDraft)),
    index('report_versions_signed')
      .on(table.arrivedAt, table.signerId)
      .where(sql`${table.type} <> 'draft'`),
    index('report_versions_audit_event')
      .on(table.auditEventId)
      .where(isNotNull(table.auditEventId)),
    check(
      'report_version_parts',
      sql`case ${table.type}
        when 'draft' then ${table.source} is not null and ${table.signerId} is null and ${table.verifyCode} is null
          and ${table.auditEventId} is null and ${table.fromDraft} is null and ${table.replaces} is null
        else ${table.source} is null and num_nulls(${table.signerId}, ${table.identityVersionId}, ${table.signer},
          ${table.proof}, ${table.auditEventId}, ${table.patient}, ${table.sentences}, ${table.findings},
          ${table.acceptedSentence}, ${table.zone}, ${table.verifyCode}, ${table.unedited}) = 0 end`,
    ),
    check(
      'report_version_amendment',
      sql`${table.type} not in ('correction', 'addition') or num_nulls(${table.replaces}, ${table.reason}) = 0`,
    ),
  ],
);

/** Withdrawals of signed versions. Rows are added, never changed. */
export const reportWithdrawals = pgTable('report_withdrawals', {
  versionId: sharedKey(() => reportVersions.id),
  /** Whether the text belongs to another patient: only auditors can read it and the versions that share it. */
  ofAnother: boolean().notNull().default(false),
  ...signedAct(),
});

/** Confirmations of signed versions whose quoted results changed. Rows are added, never changed. */
export const reportConfirmations = pgTable(
  'report_confirmations',
  {
    id: text().primaryKey(),
    versionId: refersTo(() => reportVersions.id),
    /** The confirmed changes; later ones are not confirmed. */
    changes: json<readonly BasisChangeRow[]>().notNull(),
    ...signedAct(),
  },
  (table) => [index('report_confirmations_version').on(table.versionId)],
);

/** PDFs with a certificate's signature, of signed versions. */
export const reportPapers = pgTable(
  'report_papers',
  {
    versionId: refersTo(() => reportVersions.id),
    /** The state that the PDF shows, which changes when the version is superseded or withdrawn. */
    state: text().notNull(),
    fileId: text()
      .notNull()
      .unique()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.state] })],
);

/** Discarded drafts. Rows are added, never changed. */
export const reportDiscards = pgTable('report_discards', {
  versionId: sharedKey(() => reportVersions.id),
  at: instant().notNull().defaultNow(),
  by: text().notNull(),
  reason: text().notNull(),
});

/**
 * The state of each report of a patient: the version in force, and the draft that waits for a signature. Triggers derive
 * the rows from the versions, withdrawals and discards; the application's role can only read them.
 */
export const reports = pgTable(
  'reports',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    kind: text({ enum: reportKinds }).notNull(),
    lastNumber: integer().notNull(),
    /** The last signed version, unless it was withdrawn; before the first signature, the newest draft. */
    inForceId: text(),
    lastSignedId: text(),
    /** The newest draft, unless it was discarded or a signed version is newer. */
    pendingId: text(),
    /**
     * Time since which the report waits for a signer: that of the draft, of the working copy of a signed version, or of
     * a changed result that the version in force quotes, whichever is oldest.
     */
    pendingAt: instant(),
    /** Time since which results differ from those that the version in force quotes, without a confirmation. */
    basisChangedAt: instant(),
  },
  (table) => [
    unique('reports_one_of_a_kind').on(table.patientId, table.kind),
    index('reports_pending').on(table.pendingAt, table.id).where(isNotNull(table.pendingAt)),
  ],
);

/**
 * A reviewer's working copy of a draft or signed version, until it is signed or discarded. A report has at most one.
 */
export const reportWorkingCopies = pgTable(
  'report_working_copies',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    kind: text({ enum: reportKinds }).notNull(),
    baseId: refersTo(() => reportVersions.id),
    amendmentType: text({ enum: amendmentTypes }),
    amendmentReason: text(),
    reviewerId: refersTo(() => staff.id),
    startedAt: instant().notNull().defaultNow(),
    savedAt: instant().notNull().defaultNow(),
    /** Sentences of the base when the copy was opened. */
    baseSentences: json<readonly VersionSentence[]>().notNull(),
    sentences: json<readonly WrittenSentence[]>().notNull(),
    acknowledgedAt: instant(),
    /** The acknowledged numbers in the text that no result has. */
    acknowledgedFigures: json<readonly string[]>(),
    version: integer().notNull().default(1),
  },
  (table) => [unique('report_working_copies_one').on(table.patientId, table.kind)],
);

/** Tokens of systems that send drafts, one for each. */
export const draftTokens = pgTable('draft_tokens', {
  /** Name that the operator gave the sender. */
  name: text().primaryKey(),
  /** SHA-256, base64url. */
  tokenHash: text().notNull().unique(),
  createdAt: instant().notNull().defaultNow(),
  lastUsedAt: instant(),
});
