import { codeWays, linkWays } from '@simiente/contract/deliveries/words';
import { isNotNull } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';
import { reportVersions } from './reports.ts';

/** Reasons for closing a link before it expires. */
export const closings = ['failures', 'revoked', 'replaced', 'consent'] as const;

/**
 * Signed reports that were delivered to their patients. Link and code are derived from the id with the secret of
 * the installation; the table has only a digest of the link.
 */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    versionId: refersTo(() => reportVersions.id, 'cascade'),
    /** SHA-256 of the token in the link, base64url. */
    tokenHash: text().notNull().unique(),
    linkBy: text({ enum: linkWays }).notNull(),
    codeBy: text({ enum: codeWays }).notNull(),
    /** Recipient of the e-mail; null for a link that was shared as text or QR code. */
    email: text(),
    /** Version of the text to which the patient agreed. */
    consentVersion: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text().notNull(),
    expiresAt: instant().notNull(),
    failures: integer().notNull().default(0),
    opens: integer().notNull().default(0),
    openedAt: instant(),
    downloads: integer().notNull().default(0),
    closedAt: instant(),
    closedFor: text({ enum: closings }),
    /** Id of the account that closed the link. */
    closedBy: text(),
    /** When the patient requested a new link; null after the request was handled. */
    requestedAt: instant(),
  },
  (table) => [
    index('report_deliveries_patient').on(table.patientId, table.createdAt),
    index('report_deliveries_version').on(table.versionId),
    index('report_deliveries_requested').on(table.requestedAt).where(isNotNull(table.requestedAt)),
  ],
);
