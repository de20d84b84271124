import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who did what, to what, when and from where. Rows are added and read, never changed. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    actorKind: text({ enum: ['staff', 'anonymous', 'operator', 'system'] }).notNull(),
    actorId: text(),
    action: text().notNull(),
    subjectKind: text(),
    subjectId: text(),
    /** The patient whom it concerns, for the list of who opened a record. */
    patientId: text(),
    address: text(),
    userAgent: text(),
    requestId: text(),
    details: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('audit_events_patient').on(table.patientId, table.id),
    index('audit_events_actor').on(table.actorId, table.id),
  ],
);
