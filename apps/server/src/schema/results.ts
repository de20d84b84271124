import { comparators } from '@simiente/contract/results/quantity';
import { receivedStates } from '@simiente/contract/results/received-calls';
import {
  correctionKinds,
  resultSources,
  resultStatuses,
  secondReadingWays,
  waitingReasons,
} from '@simiente/contract/results/states';
import { isNotNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { editable, exactJson, instant, refersTo, sharedKey } from './columns.ts';
import { exams } from './exams.ts';
import { partners } from './partners.ts';
import { patients } from './patients.ts';

export const sampleColumns = () => ({
  /** The start of the day in the clinic's time zone if the time is unknown. */
  collectedAt: instant(),
  collectedTimeKnown: boolean().notNull().default(false),
  receivedAt: instant(),
  analyzedAt: instant(),
  abstinenceDays: numeric(),
  fastingHours: numeric(),
  completeSample: boolean(),
  method: text(),
  whoEdition: smallint(),
});

const criticalColumns = () => ({ critical: text().array().notNull().default(sql`'{}'`) });

/** The laboratory's number of an HL7 result, and the time when the laboratory last sent it. */
const sentColumns = () => ({ fillerNumber: text(), sentAt: instant() });

/**
 * The results of one study of one sample. They belong to an exam, and are in the trash with it. The exam may have no
 * file.
 */
export const resultSets = pgTable(
  'result_sets',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    examId: refersTo(() => exams.id, 'cascade'),
    laboratoryId: text().references(() => partners.id),
    ...sampleColumns(),
    status: text({ enum: resultStatuses }).notNull().default('capturado'),
    source: text({ enum: resultSources }).notNull().default('manual'),
    enteredAt: instant().notNull().defaultNow(),
    /** The account; null means the command line or a laboratory. */
    enteredBy: text(),
    validatedAt: instant(),
    validatedBy: text(),
    /** The warnings that the last validator accepted. */
    acknowledged: text().array().notNull().default(sql`'{}'`),
    secondReadingWay: text({ enum: secondReadingWays }),
    secondReadingAt: instant(),
    secondReadingBy: text(),
    /** The critical values in words, and the user who acknowledged them. A new critical value clears the user. */
    ...criticalColumns(),
    criticalSeenAt: instant(),
    criticalSeenBy: text(),
    ...sentColumns(),
    ...editable(),
  },
  (table) => [
    index('result_sets_critical')
      .on(table.enteredAt, table.id)
      .where(sql`${table.critical} <> '{}' and ${table.criticalSeenAt} is null`),
    index('result_sets_patient').on(table.patientId),
    index('result_sets_exam').on(table.examId),
    index('result_sets_laboratory').on(table.laboratoryId, table.enteredAt),
    index('result_sets_filler')
      .on(table.laboratoryId, table.fillerNumber)
      .where(isNotNull(table.fillerNumber)),
    index('result_sets_pending')
      .on(table.enteredAt, table.id)
      .where(sql`${table.status} <> 'validado'`),
  ],
);

/** Each correction of a validated set. Rows are added, never changed. */
export const resultCorrections = pgTable(
  'result_corrections',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    setId: refersTo(() => resultSets.id, 'cascade'),
    at: instant().notNull().defaultNow(),
    by: text(),
    kind: text({ enum: correctionKinds }).notNull().default('corrected'),
    /** The set to or from which results moved. No foreign key, because it may be purged, and rows never change. */
    otherSetId: text(),
    reason: text().notNull(),
    /** Earlier facts of the sample, by name. */
    factsBefore: exactJson(),
    /** Validation before the correction; null without one. */
    validatedAt: instant(),
    validatedBy: text(),
  },
  (table) => [index('result_corrections_set').on(table.setId, table.id)],
);

/**
 * The values of sets. Rows are added, never changed except in `corrected`, which a trigger enforces. A correction adds
 * a row that replaces an earlier one. Rows that no other row replaces are in force.
 */
export const resultValues = pgTable(
  'result_values',
  {
    id: text().primaryKey(),
    setId: refersTo(() => resultSets.id, 'cascade'),
    position: integer().notNull(),
    /** A key of the catalogue; null for a free row. */
    analyte: text(),
    name: text(),
    comparator: text({ enum: comparators }),
    value: numeric(),
    unit: text(),
    text: text(),
    choice: text(),
    /** Range that the laboratory printed. */
    range: text(),
    preliminary: boolean().notNull().default(false),
    /** Whether the laboratory sent the value as a correction (OBX-11). */
    corrected: boolean().notNull().default(false),
    /** Flag of the laboratory (OBX-8) in its own form, such as 'HH'. */
    laboratoryFlag: text(),
    /** Note for users, in Spanish: doubts from reading a laboratory's message. */
    note: text(),
    /** Study and the laboratory's own code, in the format of `laboratory_codes`. */
    laboratoryCode: text(),
    ...sentColumns(),
    /** A value that the laboratory withdrew is shown as withdrawn, and not used. */
    withdrawn: boolean().notNull().default(false),
    /** The earlier row of the same value. */
    replaces: text()
      .unique()
      .references((): AnyPgColumn => resultValues.id, { onDelete: 'cascade' }),
    /** The correction that created it; null before validation. */
    correctionId: bigint({ mode: 'number' }).references(() => resultCorrections.id, {
      onDelete: 'cascade',
    }),
    enteredAt: instant().notNull().defaultNow(),
    enteredBy: text(),
  },
  (table) => [
    index('result_values_set').on(table.setId, table.position),
    index('result_values_filler').on(table.fillerNumber).where(isNotNull(table.fillerNumber)),
  ],
);

/** Results of laboratories for which no patient was found, kept until a user assigns them. */
export const receivedResults = pgTable(
  'received_results',
  {
    id: text().primaryKey(),
    state: text({ enum: receivedStates }).notNull().default('waiting'),
    source: text({ enum: resultSources }).notNull(),
    laboratoryId: refersTo(() => partners.id),
    examType: text().notNull(),
    reason: text({ enum: waitingReasons }).notNull(),
    /** The patient's number, as the laboratory sent it. */
    patientText: text(),
    nameText: text(),
    birthDateText: text(),
    folioText: text(),
    /** Where the result was found: the file and the line, or the message. */
    whereText: text(),
    ...sampleColumns(),
    /** Values in the format of `ReadValue`. */
    values: exactJson().notNull(),
    /** Ids of files, which the exam gets when the results are assigned. */
    documents: text().array().notNull().default(sql`'{}'`),
    ...criticalColumns(),
    arrivedAt: instant().notNull().defaultNow(),
    /** Set when the results are assigned. */
    patientId: text().references(() => patients.id, { onDelete: 'cascade' }),
    setId: text().references(() => resultSets.id, { onDelete: 'set null' }),
    doneBy: text(),
    doneAt: instant(),
    ...sentColumns(),
    ...editable(),
  },
  (table) => [
    index('received_results_state').on(table.state, table.arrivedAt, table.id),
    index('received_results_filler')
      .on(table.laboratoryId, table.fillerNumber)
      .where(isNotNull(table.fillerNumber)),
    index('received_results_patient').on(table.patientId),
    index('received_results_set').on(table.setId),
  ],
);

/** Digests of received results, by which repeated ones are recognised. */
export const resultDeliveries = pgTable(
  'result_deliveries',
  {
    /** SHA-256 of laboratory, study, patient, sample and values, base64url. */
    digest: text().primaryKey(),
    at: instant().notNull().defaultNow(),
    setId: text().references(() => resultSets.id, { onDelete: 'cascade' }),
    receivedId: text().references(() => receivedResults.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('result_deliveries_set').on(table.setId),
    index('result_deliveries_received').on(table.receivedId),
  ],
);

/** Range that a laboratory prints for an analyte and method, from a day on. A result may have its own range. */
export const analyteRanges = pgTable(
  'analyte_ranges',
  {
    id: text().primaryKey(),
    laboratoryId: refersTo(() => partners.id),
    analyte: text().notNull(),
    /** Null means any method. */
    method: text(),
    unit: text(),
    /** Null if the laboratory prints no range from that day on. */
    range: text(),
    /** Outside these limits a result is critical. */
    critical: text(),
    validFrom: date({ mode: 'string' }).notNull(),
    enteredAt: instant().notNull().defaultNow(),
    /** Account of the last edit. */
    enteredBy: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    unique('analyte_ranges_day')
      .on(table.laboratoryId, table.analyte, table.method, table.validFrom)
      .nullsNotDistinct(),
  ],
);

/** The patient whom users assigned to each patient number of a laboratory. */
export const laboratoryPatients = pgTable(
  'laboratory_patients',
  {
    laboratoryId: refersTo(() => partners.id, 'cascade'),
    /** Number with its assigning authority, like `patientText` of received results. */
    number: text().notNull(),
    patientId: refersTo(() => patients.id, 'cascade'),
  },
  (table) => [
    primaryKey({ columns: [table.laboratoryId, table.number] }),
    index('laboratory_patients_patient').on(table.patientId),
  ],
);

/** The analyte that users assigned to each code of a laboratory. */
export const laboratoryCodes = pgTable(
  'laboratory_codes',
  {
    laboratoryId: refersTo(() => partners.id, 'cascade'),
    /** Study, and code, text and system of OBX-3: 'Hormonal|FSH^HORMONA FOLICULO ESTIMULANTE^L'. */
    code: text().notNull(),
    /** A key of the catalogue. */
    analyte: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.laboratoryId, table.code] })],
);

/** Tokens of laboratories' systems, at most one per laboratory. */
export const laboratoryTokens = pgTable('laboratory_tokens', {
  laboratoryId: sharedKey(() => partners.id, 'cascade'),
  /** SHA-256, base64url. */
  tokenHash: text().notNull().unique(),
  createdAt: instant().notNull().defaultNow(),
  lastUsedAt: instant(),
});

/** The last column map for a laboratory's files of a study. */
export const laboratoryColumns = pgTable(
  'laboratory_columns',
  {
    laboratoryId: refersTo(() => partners.id, 'cascade'),
    examType: text().notNull(),
    /** JSON: heading → field or analyte. */
    columns: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.laboratoryId, table.examType] })],
);
