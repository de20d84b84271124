import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Ids of the audit rows, which `next_audit_event_id` assigns. */
export const auditEventIds = pgSequence('audit_events_id_seq');

/**
 * Id up to which the audit is closed, set by `close_audit_ids`. It is a sequence, because all transactions see its
 * current value, so that an old transaction cannot use an id that was closed after it began.
 */
export const auditClosedIds = pgSequence('audit_closed_ids');

/**
 * The audit rows. Rows are added and read, never changed. A trigger rejects any id but the default, and sets `at`. The
 * table is partitioned by ranges of `id`, which Drizzle does not support (docs/adr/0028).
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().default(sql`next_audit_event_id()`),
    at: instant().notNull().defaultNow(),
    actorKind: text({ enum: ['staff', 'anonymous', 'operator', 'system'] }).notNull(),
    actorId: text(),
    action: text().notNull(),
    subjectKind: text(),
    subjectId: text(),
    /** The patient of the subject, for the list of accesses to the patient's record. */
    patientId: text(),
    address: text(),
    userAgent: text(),
    requestId: text(),
    details: jsonb().$type<Record<string, unknown>>(),
    /** Ids of the patients and prospects whose data a list or a search showed. */
    shown: text().array(),
    /** Ids of the patients and prospects whose data an export showed, as a compact set. */
    shownSet: bytes(),
    /** Id of the session, not its token. */
    sessionId: text(),
  },
  (table) => [
    index('audit_events_patient').on(table.patientId, table.id),
    index('audit_events_actor').on(table.actorId, table.id),
    index('audit_events_action').on(table.action, table.at, table.id),
    // kB of pending entries. The insert that merges a longer list would take 0.3 s.
    index('audit_events_shown').using('gin', table.shown).with({ gin_pending_list_limit: 256 }),
  ],
);

/**
 * The hash chain over the audit. Its order differs from the ids, because a row may become visible after one with a
 * higher id was sealed. Rows are added and read, never changed. The table is partitioned by `seq`.
 */
export const auditSeals = pgTable('audit_seals', {
  /** 1, 2, 3 … without a gap. */
  seq: bigint({ mode: 'number' }).primaryKey(),
  /** No foreign key, because the seal of a missing row must remain. Each partition has a unique index on it. */
  eventId: bigint({ mode: 'number' }).notNull(),
  /** Digest of the previous seal, this seal, and the row. */
  hash: bytes().notNull(),
  /** MAC of the last seal of a batch, with a key that the database does not have. */
  mac: bytes(),
  keyId: text(),
  sealedAt: instant().notNull(),
});

/**
 * Periods in which a server was running and sealed the audit. The database function `mark_sealing_run` writes them, so
 * that the application's role cannot delete them.
 */
export const auditSealingRuns = pgTable('audit_sealing_runs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: instant().notNull(),
  until: instant().notNull(),
});
