import type { AttendanceStep } from '@simiente/contract/appointments/attendance';
import type { MeetingPlace } from '@simiente/contract/appointments/calls';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable, importableDates, instant, refersTo } from './columns.ts';
import { doctors } from './doctors.ts';
import { files } from './files.ts';
import { branches } from './partners.ts';
import { patients } from './patients.ts';

export const CANCELLED = 'cancelled';

export interface StoredStep {
  readonly step: AttendanceStep;
  /** ISO 8601, like `startsAt`. */
  readonly at: string;
  /** Null means the patient. */
  readonly staffId: string | null;
  /** The name of the author at that time. */
  readonly by: string | null;
  /** The start of the appointment at that time, because a confirmation is only valid for this start. */
  readonly startsAt: string | null;
}

const attendance = () => jsonb().$type<readonly StoredStep[]>().notNull().default([]);

/**
 * An appointment to validate a prescription, or booked through Calendly. It has no patient if Calendly sent an unknown
 * person, until staff assign one.
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
    /** Calendly's id of this booking, which changes when it is rescheduled. */
    calendlyInviteeUri: text().unique('recipe_appointments_calendly_invitee'),
    /** The name that the booker gave Calendly. */
    inviteeName: text(),
    inviteeEmail: text(),
    /** The e-mails of the hosts in Calendly, in lower case. */
    hostEmails: text().array().notNull().default([]),
    /** The doctor among the hosts. */
    doctorId: text().references(() => doctors.id, { onDelete: 'set null' }),
    /** Only for Calendly bookings. */
    endsAt: instant(),
    /** Whether the event type in Calendly is one of visits to a doctor, not of prescriptions. */
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
    // Includes cancelled appointments, which the day's list shows.
    index('recipe_appointments_start')
      .on(table.startsAt, table.patientId, table.status)
      .where(isNull(table.deletedAt)),
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
    /** Null means the clinic, as in every imported appointment. */
    branchId: text().references(() => branches.id, { onDelete: 'set null' }),
    isVideoCall: boolean().notNull().default(false),
    startsAt: instant(),
    /** Computed by the database from the start and the doctor's setting. */
    endsAt: instant(),
    /**
     * Whether an imported appointment overlaps another of its doctor. The constraint against double booking ignores
     * such rows. The database sets the mark, and an edit by staff clears it.
     */
    doubleBooked: boolean().notNull().default(false),
    /** The account that created it, or undid its cancellation; null for an imported one. */
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
    index('doctor_appointments_branch').on(table.branchId).where(isNotNull(table.branchId)),
    index('doctor_appointments_upcoming')
      .on(table.startsAt, table.patientId)
      .where(sql`${table.deletedAt} is null and ${table.status} <> 'cancelled'`),
  ],
);
