import type { AttendanceStep } from '@simiente/contract/appointments/attendance';
import type { MeetingPlace } from '@simiente/contract/appointments/calls';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable, importableDates, instant, refersTo } from './columns.ts';
import { doctors } from './doctors.ts';
import { files } from './files.ts';
import { branches } from './partners.ts';
import { patients } from './patients.ts';

export const CANCELLED = 'cancelled';

/** A step of a visit, with its author. */
export interface StoredStep {
  readonly step: AttendanceStep;
  /** ISO 8601, like `startsAt`. */
  readonly at: string;
  /** Null for the patient. */
  readonly staffId: string | null;
  /** The name of the author at that time. */
  readonly by: string | null;
  /** The start of the appointment at that time, because a confirmation is valid only for it. */
  readonly startsAt: string | null;
}

/** A column of both kinds: the steps of the visit in order. */
const attendance = () => jsonb().$type<readonly StoredStep[]>().notNull().default([]);

/**
 * The validation of a prescription, or an appointment booked through Calendly. Without a patient, Calendly
 * announced it for an unknown person, and staff assign it.
 */
export const recipeAppointments = pgTable(
  'recipe_appointments',
  {
    id: text().primaryKey(),
    patientId: text().references(() => patients.id, { onDelete: 'cascade' }),
    status: text().notNull(),
    attendance: attendance(),
    type: text(),
    startsAt: instant(),
    cancellationReason: text(),
    meetingUrl: text(),
    prescriptionExplanation: text(),
    /** The current file of the prescription; earlier ones are in `replaced_files`. */
    prescriptionFileId: text().references(() => files.id),
    /** Calendly's id of this booking; it changes when the booking is moved. */
    calendlyInviteeUri: text().unique('recipe_appointments_calendly_invitee'),
    /** The name that the booker gave Calendly. */
    inviteeName: text(),
    inviteeEmail: text(),
    /** The e-mails of the hosts in Calendly, in lower case. */
    hostEmails: text().array().notNull().default([]),
    /** The doctor among the hosts, whose time it takes. */
    doctorId: text().references(() => doctors.id, { onDelete: 'set null' }),
    /** Null unless Calendly sent it. */
    endsAt: instant(),
    /** Whether it is an appointment with its doctor, because its event type is not one of prescriptions. */
    isVisit: boolean().notNull().default(false),
    meetingPlace: jsonb().$type<MeetingPlace>(),
    createdAt: instant(),
    ...editable(),
    ...deletable(),
    ...importable(),
    ...importableDates(),
  },
  (table) => [
    index('recipe_appointments_patient').on(table.patientId, table.startsAt),
    // Used for the clinic's day too, which shows cancelled appointments.
    index('recipe_appointments_start')
      .on(table.startsAt, table.patientId, table.status)
      .where(sql`${table.deletedAt} is null`),
    // Appointments that wait for a prescription, oldest first.
    index('recipe_appointments_to_validate')
      .on(table.createdAt, table.patientId)
      .where(
        sql`${table.deletedAt} is null and ${table.status} = 'pending' and ${table.prescriptionFileId} is null`,
      ),
    index('recipe_appointments_prescription').on(table.prescriptionFileId),
    index('recipe_appointments_doctor')
      .on(table.doctorId, table.startsAt)
      .where(sql`${table.doctorId} is not null and ${table.deletedAt} is null`),
    index('recipe_appointments_without_patient')
      .on(table.startsAt, table.id)
      .where(sql`${table.patientId} is null and ${table.deletedAt} is null`),
  ],
);

export const doctorAppointments = pgTable(
  'doctor_appointments',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    doctorId: refersTo(() => doctors.id),
    status: text().notNull(),
    attendance: attendance(),
    /** The place; null for the clinic, and for an imported appointment. */
    branchId: text().references(() => branches.id, { onDelete: 'set null' }),
    /** At no branch. */
    isVideoCall: boolean().notNull().default(false),
    startsAt: instant(),
    /** Computed by the database from the start and the doctor's setting. */
    endsAt: instant(),
    /**
     * Imported over another one of the same doctor: kept, and left out of the constraint against double booking.
     * The database sets it, and an edit by staff clears it.
     */
    doubleBooked: boolean().notNull().default(false),
    /** The account that created it, or that undid its cancellation; null for an imported one. */
    bookedBy: text(),
    cancellationReason: text(),
    createdAt: instant(),
    ...editable(),
    ...deletable(),
    ...importable(),
    ...importableDates(),
  },
  (table) => [
    index('doctor_appointments_patient').on(table.patientId, table.startsAt),
    index('doctor_appointments_doctor').on(table.doctorId, table.startsAt),
    index('doctor_appointments_branch')
      .on(table.branchId)
      .where(sql`${table.branchId} is not null`),
    index('doctor_appointments_upcoming')
      .on(table.startsAt, table.patientId)
      .where(sql`${table.deletedAt} is null and ${table.status} <> 'cancelled'`),
  ],
);
