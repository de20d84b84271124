import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';

/** Temporary accesses to reports and files that the roles of an account do not allow, with the reason. */
export const emergencyAccesses = pgTable(
  'emergency_accesses',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    patientId: refersTo(() => patients.id, 'cascade'),
    /** Id of the account that opened the access. */
    openedBy: text().notNull(),
    reason: text().notNull(),
    openedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('emergency_accesses_patient').on(table.patientId, table.openedBy, table.expiresAt),
    index('emergency_accesses_opened').on(table.openedAt),
  ],
);
