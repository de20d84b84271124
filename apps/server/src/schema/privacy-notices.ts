import { receiptWays } from '@simiente/contract/rights/words';
import { type SQL, sql } from 'drizzle-orm';
import { bigint, date, index, type PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';

/** Versions of the clinic's privacy notice. A version is never edited, because patients received it. */
export const privacyNotices = pgTable('privacy_notices', {
  id: text().primaryKey(),
  effectiveOn: date({ mode: 'string' }).notNull(),
  shortText: text().notNull(),
  fullText: text().notNull(),
  necessaryPurposes: text().notNull(),
  voluntaryPurposes: text(),
  insertedAt: instant().notNull().defaultNow(),
  insertedBy: text(),
});

/** Records that patients received a version. */
export const privacyReceipts = pgTable(
  'privacy_receipts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    patientId: refersTo(() => patients.id, 'cascade'),
    noticeId: refersTo(() => privacyNotices.id),
    receivedOn: date({ mode: 'string' }).notNull(),
    way: text({ enum: receiptWays }).notNull(),
    recordedAt: instant().notNull().defaultNow(),
    recordedBy: text(),
  },
  (table) => [index('privacy_receipts_patient').on(table.patientId, table.noticeId)],
);

export const noticeInForce = (today: string): SQL => sql`(
  select in_force.id from ${privacyNotices as PgTable} as in_force where in_force.effective_on <= ${today}
   order by in_force.effective_on desc, in_force.inserted_at desc, in_force.id limit 1)`;
