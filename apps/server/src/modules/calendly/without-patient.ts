import type {
  AppointmentWithoutPatient,
  SuggestedPatient,
} from '@simiente/contract/calendly/calls';
import { and, count, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { sameEmail } from '../../platform/database/duplicates.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

type Row = typeof recipeAppointments.$inferSelect;

/** Appointments without a patient, except cancelled ones. */
const waiting = and(
  isNull(recipeAppointments.patientId),
  isNull(recipeAppointments.deletedAt),
  ne(recipeAppointments.status, CANCELLED),
);
const SORT = 'without-patient';
const { orderBy, readPage } = keyset<typeof SORT, Row>(recipeAppointments.id, ({ id }) => id, {
  [SORT]: byDate(
    sql`coalesce(${recipeAppointments.startsAt}, 'infinity'::timestamptz)`,
    ({ startsAt }) => startsAt?.toISOString() ?? null,
    'infinity',
  ),
});

/** One page of the appointments without a patient, by keyset, the earliest first. */
export async function listWithoutPatient(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { page, nextCursor } = await readPage(
    { ...input, sort: SORT },
    cursors,
    ({ next, inOrder, limit }) =>
      db
        .select()
        .from(recipeAppointments)
        .where(and(waiting, next))
        .orderBy(...inOrder)
        .limit(limit),
  );
  return {
    appointments: page.map(presentWithoutPatient),
    nextCursor,
    total: await countWithoutPatient(db),
    totalIsCapped: false,
  };
}

/** The query for the ids of the whole list, the earliest first. */
export function withoutPatientIds(db: Reader): SQLWrapper {
  return db
    .select({ id: recipeAppointments.id })
    .from(recipeAppointments)
    .where(waiting)
    .orderBy(...orderBy(SORT));
}

/** Rows of the list with these ids, in any order. */
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

export async function countWithoutPatient(db: Reader): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(recipeAppointments).where(waiting);
  return row?.rows ?? 0;
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

const MOST_SUGGESTIONS = 5;

/**
 * Patients who may have booked an appointment: first those with the same e-mail, then those with a
 * similar name.
 * @throws Problem NOT_FOUND when there is no such appointment without a patient
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
  const byEmail = email === '' ? [] : await find(db, sameEmail(patients.email, email));
  const byName =
    name === ''
      ? []
      : await find(
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
  ].slice(0, MOST_SUGGESTIONS);
}

function find(db: Reader, condition: SQL, ...order: readonly SQL[]) {
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
    .limit(MOST_SUGGESTIONS);
}
