import { consentWays } from '@simiente/contract/consents/fields';
import { consentPurposes } from '@simiente/contract/consents/texts';
import { isNull } from 'drizzle-orm';
import { bigint, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';

export const consents = pgTable(
  'consents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    patientId: refersTo(() => patients.id, 'cascade'),
    purpose: text({ enum: consentPurposes }).notNull().default('health_data'),
    /** Version of the text that the patient accepted. */
    version: text().notNull(),
    givenOn: date({ mode: 'string' }).notNull(),
    way: text({ enum: consentWays }).notNull(),
    recordedAt: instant().notNull().defaultNow(),
    recordedBy: text(),
    withdrawnAt: instant(),
    withdrawalReason: text(),
    withdrawnBy: text(),
  },
  (table) => [
    index('consents_patient').on(table.patientId, table.id),
    uniqueIndex('consents_one_in_force')
      .on(table.patientId, table.purpose)
      .where(isNull(table.withdrawnAt)),
  ],
);
