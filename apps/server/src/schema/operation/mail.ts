import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { doctorAppointments } from '../appointments.ts';
import { instant } from '../columns.ts';
import { reportDeliveries } from '../deliveries.ts';
import { staff } from '../staff.ts';

export const mailKinds = [
  'invitation',
  'password',
  'new-device',
  'password-changed',
  'second-step-on',
  'second-step-off',
  'recovery-codes',
  'identity-entered',
  'identity-suspended',
  'passkey-added',
  'passkey-removed',
  'provider-bound',
  'provider-removed',
  'report-link',
  'report-code',
  'report-basis',
  'backup-old',
  'appointment',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Queued and sent e-mails to staff, and to patients about a report delivery or an appointment. The text, which may have
 * a link's token, is created when a message is sent, and not stored.
 */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    kind: text({ enum: mailKinds }).notNull(),
    /** Null for a message to a patient, and for a password request until its account is looked up. */
    staffId: text().references(() => staff.id, { onDelete: 'cascade' }),
    /** The report delivery that a message to a patient is about. */
    deliveryId: text().references(() => reportDeliveries.id, { onDelete: 'cascade' }),
    /** The appointment that a message to a patient is about. `facts` has its start and status when the e-mail was queued. */
    appointmentId: text().references(() => doctorAppointments.id, { onDelete: 'cascade' }),
    /** Values for the template, other than those of the account; for a forgotten password, the typed e-mail. */
    facts: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The audit row that the message reports; at most one message reports it. */
    eventId: bigint({ mode: 'number' }).unique('mails_event'),
    createdAt: instant().notNull().defaultNow(),
    dueAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** When the last attempt began. */
    triedAt: instant(),
    sentAt: instant(),
    /** When sending was given up. */
    failedAt: instant(),
    address: text(),
    /** The code of the last failure, 'UNKNOWN' after an interrupted attempt; a server's message could contain anything. */
    fault: text(),
  },
  (table) => [
    index('mails_due').on(table.dueAt).where(sql`sent_at is null and failed_at is null`),
    index('mails_of_appointment')
      .on(table.appointmentId, table.createdAt)
      .where(sql`appointment_id is not null`),
    index('mails_of_staff').on(table.staffId, table.createdAt),
  ],
);
