import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { partners } from '../partners.ts';

/** The id of a booking in a Calendly webhook: its own, or that of the booking before or after rescheduling. */
export function bookingField(
  payload: AnyPgColumn,
  name: 'uri' | 'old_invitee' | 'new_invitee',
): SQL<string> {
  return sql`(${payload} -> 'payload' ->> ${sql.raw(`'${name}'`)})`;
}

/** The kinds of messages, named as in the audit and the event stream. */
export const inboxKinds = ['calendly_delivery', 'laboratory_message'] as const;

/** The outcome of a message: `applied` changed records, `ignored` did not (see `reason`), `failed` can be replayed. */
export const inboxOutcomes = ['received', 'applied', 'ignored', 'failed'] as const;

/** Every message from another system, with its outcome, so that failed messages are noticed and replayed. */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    kind: text({ enum: inboxKinds }).notNull(),
    /** Unique within its kind. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** SHA-256, base64url. A repeated message is stored once. */
    digest: text().notNull().unique(),
    outcome: text({ enum: inboxOutcomes }).notNull().default('received'),
    reason: text(),
    attempts: integer().notNull().default(0),
    receivedAt: instant().notNull().defaultNow(),
    processedAt: instant(),
    /** Time, author and reason of discarding a failed message, or of its resend. */
    settledAt: instant(),
    settledBy: text(),
    settledReason: text(),
    /** For Calendly: the name of the event, its JSON and the changed appointment. */
    event: text(),
    payload: jsonb(),
    appointmentId: text(),
    laboratoryId: text().references(() => partners.id, { onDelete: 'cascade' }),
    /** Null once it is applied, because its content is then in records. */
    content: bytes(),
    /** Number, study and patient of each report in a failed message, which identify a resend. */
    reports: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('inbox_messages_outcome').on(table.kind, table.outcome, table.id),
    index('inbox_messages_laboratory').on(table.laboratoryId),
    // A hash index accepts ids of any length. A B-tree would reject long ones, which external input may have.
    index('inbox_messages_uri').using('hash', bookingField(table.payload, 'uri')),
    index('inbox_messages_old').using('hash', bookingField(table.payload, 'old_invitee')),
    index('inbox_messages_new').using('hash', bookingField(table.payload, 'new_invitee')),
  ],
);
