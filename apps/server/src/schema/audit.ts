import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Gives the rows of the audit their ids, through `next_audit_event_id`. */
export const auditEventIds = pgSequence('audit_events_id_seq');

/**
 * Id up to which the audit is closed, set by `close_audit_ids`. It is a sequence, because its value is the same in
 * every snapshot: an old transaction cannot use an id that was closed after it began.
 */
export const auditClosedIds = pgSequence('audit_closed_ids');

/**
 * Acts: actor, subject, time and origin. Rows are added and read, never changed. The default gives each row its
 * id, and a trigger rejects any other and sets `at`. The table is partitioned by ranges of `id`, which Drizzle
 * does not support (docs/adr/0028).
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
    /** The patient whom it concerns, for the list of accesses to a record. */
    patientId: text(),
    address: text(),
    userAgent: text(),
    requestId: text(),
    details: jsonb().$type<Record<string, unknown>>(),
    /** The patients and prospects whose data a page of a list or a search showed. */
    shown: text().array(),
    /** The patients and prospects whose data an export showed, as a compact set. */
    shownSet: bytes(),
    /** The session of the act, not its token. */
    sessionId: text(),
  },
  (table) => [
    index('audit_events_patient').on(table.patientId, table.id),
    index('audit_events_actor').on(table.actorId, table.id),
    index('audit_events_action').on(table.action, table.at, table.id),
  ],
);

/**
 * The chain over the audit, in a separate order: a row of `audit_events` may become visible after one with a
 * higher id was sealed. Rows are added and read, never changed. Partitioned by `seq`.
 */
export const auditSeals = pgTable('audit_seals', {
  /** 1, 2, 3 … without a gap. */
  seq: bigint({ mode: 'number' }).primaryKey(),
  /**
   * No foreign key, because a seal must reveal that its row is missing. Each partition has a unique index on it.
   */
  eventId: bigint({ mode: 'number' }).notNull(),
  /** Digest of the previous seal, this seal, and the row. */
  hash: bytes().notNull(),
  /** MAC of the last seal of a batch, with a key that the database does not have. */
  mac: bytes(),
  keyId: text(),
  sealedAt: instant().notNull(),
});

/**
 * Periods in which a server sealed the audit: from `since` to `until`, with an answer of the database at least
 * every few minutes. Written by the database function `mark_sealing_run`, so that the application's role cannot
 * deny that a server ran.
 */
export const auditSealingRuns = pgTable('audit_sealing_runs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: instant().notNull(),
  until: instant().notNull(),
});

/**
 * Index of the lists and searches that showed a person, for 'Accesos': one row for each day of the clinic, user,
 * action and address. Derived from `audit_events.shown` by `index_audit_appearances`, which runs as the owner of
 * the tables; only the source rows are sealed.
 */
export const auditAppearances = pgTable(
  'audit_appearances',
  {
    personId: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    actorKind: text().notNull(),
    /** Empty instead of null, like `address`, because they are part of the key. */
    actorId: text().notNull(),
    action: text().notNull(),
    address: text().notNull(),
    background: boolean().notNull(),
    times: integer().notNull(),
    lastEvent: bigint({ mode: 'number' }).notNull(),
    lastAt: instant().notNull(),
  },
  ({ personId, day, actorKind, actorId, action, address, background }) => [
    primaryKey({
      name: 'audit_appearances_pkey',
      columns: [personId, day, actorKind, actorId, action, address, background],
    }),
  ],
);

/** Row of the audit up to which `audit_appearances` is complete; the table is empty before the first time. */
export const auditAppearancesProgress = pgTable('audit_appearances_progress', {
  singleton: boolean().primaryKey().default(true),
  upTo: bigint({ mode: 'number' }).notNull(),
});
