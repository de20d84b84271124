import type { OtherTimeRequest } from '@simiente/contract/reminders/request';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { doctorAppointments } from './appointments.ts';
import { instant, sharedKey } from './columns.ts';

/**
 * A patient's link to an appointment, and its uses. The token is derived from the id with the secret of the
 * installation; the table has only its digest.
 */
export const appointmentLinks = pgTable(
  'appointment_links',
  {
    id: sharedKey(() => doctorAppointments.id, 'cascade'),
    /** SHA-256 of the token, base64url. */
    tokenHash: text().notNull().unique(),
    createdAt: instant().notNull().defaultNow(),
    /** The start of the appointment to which the following columns belong. */
    startsAt: instant(),
    readAt: instant(),
    request: jsonb().$type<OtherTimeRequest>(),
    requestedAt: instant(),
    cancelledAt: instant(),
    whatsappAt: instant(),
    /** Id of the account whose user recorded the WhatsApp reminder. */
    whatsappBy: text(),
  },
  (table) => [
    index('appointment_links_asked')
      .on(table.id)
      .where(sql`${table.requestedAt} is not null or ${table.cancelledAt} is not null`),
  ],
);
