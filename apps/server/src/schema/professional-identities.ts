import { suspensionReasons } from '@simiente/contract/professional-identity/calls';
import { isNotNull, sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo, sharedKey } from './columns.ts';
import { staff } from './staff.ts';

/** The professional identity of an account, at most one: the data that its signature shows. */
export const professionalIdentities = pgTable(
  'professional_identities',
  {
    staffId: sharedKey(() => staff.id, 'restrict'),
    /** The professional licence number of the latest version. */
    cedula: text().notNull().unique(),
    version: integer().notNull().default(1),
    suspendedAt: instant(),
    suspendedFor: text({ enum: suspensionReasons }),
    /** Accounts that changed how the owner signs in, since the suspension. */
    suspendedBy: text().array().notNull().default([]),
    personConfirmedAt: instant(),
    secondConfirmedAt: instant(),
    secondConfirmedBy: text(),
  },
  (table) => [
    index('professional_identities_suspended')
      .on(table.suspendedAt)
      .where(isNotNull(table.suspendedAt)),
    check(
      'professional_identity_suspension',
      sql`(${table.suspendedAt} is null) = (${table.suspendedFor} is null)`,
    ),
  ],
);

/** Versions of professional identities. Rows are added, and only `confirmedAt` changes. */
export const professionalIdentityVersions = pgTable(
  'professional_identity_versions',
  {
    id: text().primaryKey(),
    staffId: refersTo(() => professionalIdentities.staffId, 'restrict'),
    fullName: text().notNull(),
    cedula: text().notNull(),
    institution: text().notNull(),
    specialty: text(),
    /** The cédula of the specialty, or the certificate of its council. */
    specialtyCertificate: text(),
    validFrom: date({ mode: 'string' }).notNull(),
    /** The account; null means the command line. */
    enteredBy: text(),
    enteredAt: instant().notNull().defaultNow(),
    confirmedAt: instant(),
  },
  (table) => [index('professional_identity_versions_staff').on(table.staffId, table.enteredAt)],
);
