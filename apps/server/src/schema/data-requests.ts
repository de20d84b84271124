import { requestAnswers, requestKinds } from '@simiente/contract/rights/words';
import { isNull, sql } from 'drizzle-orm';
import { boolean, date, index, type PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { editable, refersTo, sharedKey } from './columns.ts';
import { files } from './files.ts';
import { patients } from './patients.ts';

/** Requests of persons about their data. They are kept when the patient is purged. */
export const dataRequests = pgTable(
  'data_requests',
  {
    id: text().primaryKey(),
    patientId: text().references(() => patients.id, { onDelete: 'set null' }),
    kind: text({ enum: requestKinds }).notNull(),
    requester: text().notNull(),
    receivedOn: date({ mode: 'string' }).notNull(),
    details: text().notNull(),
    identityProof: text(),
    /** Deadlines: `answerBy`, `carryOutBy`. Accounts: `answeredBy`, `closedBy`, `registeredBy`. */
    answerBy: date({ mode: 'string' }).notNull(),
    answeredOn: date({ mode: 'string' }),
    answer: text({ enum: requestAnswers }),
    response: text(),
    answeredBy: text(),
    carryOutBy: date({ mode: 'string' }),
    closedOn: date({ mode: 'string' }),
    outcome: text(),
    evidence: text(),
    closedBy: text(),
    /** While true, no rule-based or model-written draft of the patient's reports is created. */
    automationStopped: boolean().notNull().default(false),
    registeredBy: text(),
    /** The next due day; null for a closed request. */
    dueOn: date({ mode: 'string' }).generatedAlwaysAs(
      sql`case when closed_on is not null then null when answered_on is null then answer_by else carry_out_by end`,
    ),
    ...editable(),
  },
  (table) => [
    index('data_requests_patient').on(table.patientId),
    index('data_requests_due').on(table.dueOn).where(isNull(table.closedOn)),
  ],
);

/** The evidence of requests as files, kept with their request. */
export const dataRequestFiles = pgTable(
  'data_request_files',
  {
    fileId: sharedKey(() => files.id),
    requestId: refersTo(() => dataRequests.id),
  },
  (table) => [index('data_request_files_request').on(table.requestId)],
);

/** Whether a patient opposed rule-based and model-written drafts. */
export const opposedAutomation = (patientId: string) => sql<boolean>`exists (
  select from ${dataRequests as PgTable} where ${dataRequests.patientId} = ${patientId}
    and ${dataRequests.automationStopped})`;
