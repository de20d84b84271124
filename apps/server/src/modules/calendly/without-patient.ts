import type {
  AppointmentWithoutPatient,
  SuggestedPatient,
} from '@simiente/contract/calendly/calls';
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { hasPatientEmail } from '../patients/public.ts';

type Row = typeof recipeAppointments.$inferSelect;

const isListed = and(
  isNull(recipeAppointments.patientId),
  isNull(recipeAppointments.deletedAt),
  ne(recipeAppointments.status, CANCELLED),
);
const SORT = 'without-patient';
const { readPage, ids } = keyset<typeof SORT, Row>(recipeAppointments.id, ({ id }) => id, {
  [SORT]: byDate(
    sql`coalesce(${recipeAppointments.startsAt}, 'infinity'::timestamptz)`,
    ({ startsAt }) => startsAt?.toISOString() ?? null,
    'infinity',
  ),
});

/** One keyset page of the appointments without a patient that are not cancelled, the earliest first, undated ones last. */
export async function listWithoutPatient(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { page, nextCursor } = await readPage(
    { ...input, sort: SORT },
    cursors,
    db.select().from(recipeAppointments),
    isListed,
  );
  return {
    appointments: page.map(presentWithoutPatient),
    nextCursor,
    total: await countWithoutPatient(db),
    totalIsCapped: false,
  };
}

export const withoutPatientIds = () => ids(SORT, recipeAppointments, isListed);

export async function readWithoutPatient(
  db: Reader,
  ids: string[],
): Promise<AppointmentWithoutPatient[]> {
  const rows = await db
    .select()
    .from(recipeAppointments)
    .where(inArray(recipeAppointments.id, ids));
  return rows.map(presentWithoutPatient);
}

export function countWithoutPatient(db: Reader): Promise<number> {
  return db.$count(recipeAppointments, isListed);
}

export function presentWithoutPatient(row: Row): AppointmentWithoutPatient {
  return {
    idAppointment: row.id,
    status: row.status,
    type: row.type,
    calendly_data: {
      start_time: row.startsAt?.toISOString() ?? null,
      meeting_url: row.meetingUrl,
    },
    createDate: row.createdAt?.toISOString() ?? null,
    invitee: { name: row.inviteeName, email: row.inviteeEmail },
    version: row.version,
  };
}

const MAX_SUGGESTIONS = 5;

/**
 * Patients who may have booked an appointment: first those with the same e-mail, then those with a
 * similar name.
 * @throws Problem NOT_FOUND for an unknown appointment, or one with a patient
 */
export async function suggestPatients(
  db: Reader,
  appointmentId: string,
): Promise<SuggestedPatient[]> {
  const [appointment] = await db
    .select({ name: recipeAppointments.inviteeName, email: recipeAppointments.inviteeEmail })
    .from(recipeAppointments)
    .where(
      and(
        eq(recipeAppointments.id, appointmentId),
        isNull(recipeAppointments.patientId),
        isNull(recipeAppointments.deletedAt),
      ),
    );
  if (!appointment) throw new Problem('NOT_FOUND');
  const email = appointment.email?.trim() ?? '';
  const name = appointment.name?.trim() ?? '';
  const byEmail = email === '' ? [] : await findPatients(db, hasPatientEmail(email));
  const byName =
    name === ''
      ? []
      : await findPatients(
          db,
          sql`${patients.searchText} %> fold_text(${name})`,
          sql`word_similarity(fold_text(${name}), ${patients.searchText}) desc`,
        );
  const idsWithEmail = new Set(byEmail.map(({ idUser }) => idUser));
  return [
    ...byEmail.map((row) => ({ ...row, sameEmail: true })),
    ...byName
      .filter(({ idUser }) => !idsWithEmail.has(idUser))
      .map((row) => ({ ...row, sameEmail: false })),
  ].slice(0, MAX_SUGGESTIONS);
}

function findPatients(db: Reader, condition: SQL, ...order: readonly SQL[]) {
  return db
    .select({
      idUser: patients.id,
      name: patients.name,
      email: patients.email,
      phone: patients.phone,
    })
    .from(patients)
    .where(and(condition, isNull(patients.deletedAt)))
    .orderBy(...order, patients.name, patients.id)
    .limit(MAX_SUGGESTIONS);
}
