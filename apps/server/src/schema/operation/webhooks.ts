import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** A booking's id in a delivery, also of the one before or after it. */
export function bookingField(
  payload: AnyPgColumn,
  name: 'uri' | 'old_invitee' | 'new_invitee',
): SQL<string> {
  return sql`(${payload} -> 'payload' ->> ${sql.raw(`'${name}'`)})`;
}

/**
 * The outcome of a delivery: `applied` created, moved or cancelled an appointment, `ignored` had nothing to do (see
 * `reason`), `failed` met a fault and can be replayed.
 */
export const deliveryOutcomes = ['received', 'applied', 'ignored', 'failed'] as const;

/** The columns of a message from any other system. */
export const inboxColumns = () => ({
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256, base64url: the same message sent again is the same row. */
  digest: text().notNull().unique(),
  outcome: text({ enum: deliveryOutcomes }).notNull().default('received'),
  reason: text(),
  attempts: integer().notNull().default(0),
  receivedAt: instant().notNull().defaultNow(),
  processedAt: instant(),
  /** When one that failed was discarded or came again, by whom and why. */
  settledAt: instant(),
  settledBy: text(),
  settledReason: text(),
});
const inboxTable = (name: string) => pgTable(name, inboxColumns());
/** A table with these columns, and others of its own. */
export type InboxTable = ReturnType<typeof inboxTable>;

/**
 * Every signed delivery of Calendly, kept with its outcome so that a lost one is noticed and replayed.
 */
export const calendlyDeliveries = pgTable(
  'calendly_deliveries',
  {
    ...inboxColumns(),
    event: text().notNull(),
    payload: jsonb().notNull(),
    appointmentId: text(),
  },
  (table) => [
    index('calendly_deliveries_outcome').on(table.outcome, table.id),
    // Finds a booking, and its predecessors, by any of their ids. Ids are external input: a hash index accepts any
    // length, a B-tree would reject long ones.
    index('calendly_deliveries_uri').using('hash', bookingField(table.payload, 'uri')),
    index('calendly_deliveries_old').using('hash', bookingField(table.payload, 'old_invitee')),
    index('calendly_deliveries_new').using('hash', bookingField(table.payload, 'new_invitee')),
  ],
);
