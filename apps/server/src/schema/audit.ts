import { bigint, customType, index, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Gives audit rows their ids, through the table's trigger alone. */
export const auditEventIds = pgSequence('audit_events_id_seq');

/**
 * Who did what, to what, when and from where. Rows are added and read, never changed. A trigger sets
 * `id` and `at` over any value that is inserted; the defaults make both optional for inserts.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().default(0),
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
    index('audit_events_action').on(table.action, table.at, table.id),
  ],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * The chain over the audit, in an order of its own: a row of `audit_events` may become visible after one
 * with a higher id was sealed. Rows are added and read, never changed.
 */
export const auditSeals = pgTable('audit_seals', {
  /** 1, 2, 3 … without a gap. */
  seq: bigint({ mode: 'number' }).primaryKey(),
  /** No foreign key: a seal must outlive its row, to show that the row is gone. */
  eventId: bigint({ mode: 'number' }).notNull().unique(),
  /** Of the seal before, this seal, and the row. */
  hash: bytes().notNull(),
  /** Of the last seal of a batch: made with a key that the database does not have. */
  mac: bytes(),
  /** Which key. */
  keyId: text(),
  sealedAt: instant().notNull(),
});

/**
 * When a server sealed the audit: from `since` to `until`, in which the database answered it at least
 * every few minutes. Written by the database function `mark_sealing_run`, so that the application's role
 * cannot deny that a server ran.
 */
export const auditSealingRuns = pgTable('audit_sealing_runs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: instant().notNull(),
  until: instant().notNull(),
});
