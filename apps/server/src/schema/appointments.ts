import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable, instant } from './columns.ts';
import { doctors } from './doctors.ts';
import { files } from './files.ts';
import { patients } from './patients.ts';

/** The status of an appointment that does not take place. */
export const CANCELLED = 'cancelled';

/**
 * The validation of a prescription, agreed through Calendly. Without a patient it is one that
 * Calendly announced for somebody whom we do not know: staff say whose it is.
 */
export const recipeAppointments = pgTable(
  'recipe_appointments',
  {
    id: text().primaryKey(),
    patientId: text().references(() => patients.id, { onDelete: 'cascade' }),
    status: text().notNull(),
    type: text(),
    startsAt: instant(),
    meetingUrl: text(),
    prescriptionExplanation: text(),
    /** The prescription itself, as it is now; what it was before is in `replaced_files`. */
    prescriptionFileId: text().references(() => files.id),
    /** How Calendly names this booking; it changes when the booking is moved. */
    calendlyInviteeUri: text().unique('recipe_appointments_calendly_invitee'),
    /** Who booked, as they wrote it in Calendly. */
    inviteeName: text(),
    inviteeEmail: text(),
    createdAt: instant(),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    index('recipe_appointments_patient').on(table.patientId, table.startsAt),
    index('recipe_appointments_upcoming')
      .on(table.startsAt, table.patientId)
      .where(sql`${table.deletedAt} is null and ${table.status} <> 'cancelled'`),
    index('recipe_appointments_prescription').on(table.prescriptionFileId),
    index('recipe_appointments_without_patient')
      .on(table.startsAt, table.id)
      .where(sql`${table.patientId} is null and ${table.deletedAt} is null`),
  ],
);

/** A patient's appointment with a doctor. */
export const doctorAppointments = pgTable(
  'doctor_appointments',
  {
    id: text().primaryKey(),
    patientId: text()
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
    doctorId: text()
      .notNull()
      .references(() => doctors.id),
    status: text().notNull(),
    startsAt: instant(),
    /** The database works it out from the start and the doctor's setting. */
    endsAt: instant(),
    /**
     * Imported over another one of the same doctor: kept as it was, and left out of the constraint
     * that makes double booking impossible. The database sets it, and a person's edit ends it.
     */
    doubleBooked: boolean().notNull().default(false),
    createdAt: instant(),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    index('doctor_appointments_patient').on(table.patientId, table.startsAt),
    index('doctor_appointments_doctor').on(table.doctorId, table.startsAt),
    index('doctor_appointments_upcoming')
      .on(table.startsAt, table.patientId)
      .where(sql`${table.deletedAt} is null and ${table.status} <> 'cancelled'`),
  ],
);
