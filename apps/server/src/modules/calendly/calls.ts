import { describeMeetingPlace } from '@simiente/contract/appointments/calls';
import type {
  AppointmentWithoutPatient,
  AssignedDetails,
  Assignment,
  calendlyContract,
  SuggestedPatient,
} from '@simiente/contract/calendly/calls';
import { withoutPatientTitles } from '@simiente/contract/common/column-titles';
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { nextVersion } from '../../platform/database/records.ts';
import { changing } from '../../platform/idempotency/idempotency-key.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { rejectSameTime } from '../appointments/public.ts';
import { audited, auditView, writeAudit } from '../audit/public.ts';
import { inboxCalls } from '../inbox/public.ts';
import { defineExport, plain, time } from '../list-exports/public.ts';
import { hasPatientEmail, lockPatient } from '../patients/public.ts';
import { calendlyInbox, processWebhook } from './process-webhook.ts';

export const calendlyCalls: Handlers<typeof calendlyContract> = {
  // Two counts without personal data need no audit.
  attention: async ({ db }) => ({
    withoutPatient: await countWithoutPatient(db),
    failedDeliveries: await calendlyInbox.countFailed(db),
  }),

  withoutPatient: audited(
    ({ db, cursors }, input) => listWithoutPatient(db, input, cursors),
    ({ cursor }, { appointments }) => ({
      action: 'appointments_without_patient.listed',
      details: { count: appointments.length, continued: cursor !== undefined },
    }),
  ),

  suggestedPatients: audited(
    async ({ db }, { idAppointment }) => ({ patients: await suggestPatients(db, idAppointment) }),
    ({ idAppointment: id }, { patients }) => ({
      action: 'patients.listed',
      subject: { kind: 'recipe_appointment', id },
      details: { filter: { suggested: true }, count: patients.length },
      shown: patients.map(({ idUser }) => idUser),
    }),
  ),

  assignPatient: changing(assignPatient, showAssignment),
  unassignPatient: changing(unassignPatient, showAssignment),
};

export const calendlyInboxCalls = inboxCalls(calendlyInbox, (context, id) =>
  processWebhook(context, context, id),
);

/** Audits a read if the edit changed nothing and so wrote no audit row, because the answer shows the patient. */
async function showAssignment(
  transaction: Transaction,
  context: StaffContext,
  assignment: Assignment,
) {
  const { idAppointment: id, idUser: patientId } = assignment;
  const subject = { kind: 'recipe_appointment', id } as const;
  await auditView(transaction, context, { action: 'appointment.read', subject, patientId });
  return assignment;
}

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
async function listWithoutPatient(
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

export const appointmentsWithoutPatientList = defineExport<object, AppointmentWithoutPatient>({
  fileName: 'citas-sin-paciente',
  ids: () => ids(SORT, recipeAppointments, isListed),
  read: async (db, appointmentIds) => {
    const rows = await db
      .select()
      .from(recipeAppointments)
      .where(inArray(recipeAppointments.id, appointmentIds));
    return rows.map(presentWithoutPatient);
  },
  getId: ({ idAppointment }) => idAppointment,
  getPersonIds: () => [],
  columns: [
    plain(withoutPatientTitles.who, ({ invitee }) => invitee.name),
    plain('Correo', ({ invitee }) => invitee.email),
    plain(withoutPatientTitles.type, ({ type }) => type),
    // The screen shows both zones, UTC first.
    time(withoutPatientTitles.when, ({ calendly_data: { start_time } }) => start_time, 'UTC'),
    time(withoutPatientTitles.when, ({ calendly_data: { start_time } }) => start_time),
    time(withoutPatientTitles.booked, ({ createDate }) => createDate),
    plain('Enlace de la reunión', ({ calendly_data: { meeting_url } }) => meeting_url),
    plain('Lugar', ({ calendly_data: { place } }) => place && describeMeetingPlace(place)),
    plain('Id', ({ idAppointment }) => idAppointment),
  ],
});

function countWithoutPatient(db: Reader): Promise<number> {
  return db.$count(recipeAppointments, isListed);
}

function presentWithoutPatient(row: Row): AppointmentWithoutPatient {
  return {
    idAppointment: row.id,
    status: row.status,
    type: row.type,
    calendly_data: {
      start_time: row.startsAt?.toISOString() ?? null,
      meeting_url: row.meetingUrl,
      place: row.meetingPlace,
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
async function suggestPatients(db: Reader, appointmentId: string): Promise<SuggestedPatient[]> {
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

/**
 * Assigns an appointment to a patient. Repeating it for the same patient changes nothing.
 * @throws Problem APPOINTMENT_ASSIGNED with its patient
 * @throws Problem SAME_TIME with the patient's other appointment, unless the user confirmed, or the client is a legacy
 * one, which sends no version and cannot confirm
 */
async function assignPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  input: CallInput<typeof calendlyContract.assignPatient>,
): Promise<Assignment> {
  const { idAppointment: id, idUser: patientId, version, despiteSameTime } = input;
  const row = await lockAppointment(transaction, id);
  if (row.patientId === patientId) return presentAssignment(row);
  if (row.patientId !== null) {
    throw new Problem('APPOINTMENT_ASSIGNED', {
      details: await findOwner(transaction, row),
      shows: { kind: 'recipe_appointment', id, patientId: row.patientId },
    });
  }
  await rejectIfStale(row, version);
  await lockPatient(transaction, patientId);
  const { startsAt, endsAt, status } = row;
  if (startsAt && status !== CANCELLED && version !== undefined && !despiteSameTime) {
    await rejectSameTime(transaction, { patientId }, startsAt, endsAt ?? undefined);
  }
  return setPatient(transaction, context, row, patientId);
}

/**
 * Removes the patient from a Calendly appointment, which returns it to the list of appointments without a patient.
 * @throws Problem NOT_FOUND for an unknown appointment, or one that is not from Calendly
 * @throws Problem CONFLICT if it has a prescription, which belongs to the patient's record
 * @throws Problem STALE_VERSION with the current appointment
 */
async function unassignPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idAppointment: id, version }: CallInput<typeof calendlyContract.unassignPatient>,
): Promise<Assignment> {
  const row = await lockAppointment(transaction, id);
  if (row.calendlyInviteeUri === null) throw new Problem('NOT_FOUND');
  if (row.patientId === null) return presentAssignment(row);
  await rejectIfStale(row, version);
  if (row.prescriptionFileId !== null || row.prescriptionExplanation !== null) {
    throw new Problem('CONFLICT');
  }
  return setPatient(transaction, context, row, null);
}

async function lockAppointment(transaction: Transaction, id: string): Promise<Row> {
  const [row] = await transaction
    .select()
    .from(recipeAppointments)
    .where(and(eq(recipeAppointments.id, id), isNull(recipeAppointments.deletedAt)))
    .for('update');
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

function rejectIfStale(row: Row, version: number | undefined): Promise<void> {
  const { id, patientId } = row;
  const shows = { kind: 'recipe_appointment', id, patientId } as const;
  return rejectStale(version, row, () => presentWithoutPatient(row), shows);
}

async function findOwner(transaction: Transaction, { patientId }: Row) {
  const [owner] = await transaction
    .select({ idUser: patients.id, name: patients.name })
    .from(patients)
    .where(eq(patients.id, patientId ?? ''));
  return { idUser: owner?.idUser ?? '', name: owner?.name ?? '' } satisfies AssignedDetails;
}

async function setPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  before: Row,
  patientId: string | null,
): Promise<Assignment> {
  const [after] = await transaction
    .update(recipeAppointments)
    .set({ patientId, ...nextVersion(recipeAppointments) })
    .where(eq(recipeAppointments.id, before.id))
    .returning();
  if (!after) throw new Problem('NOT_FOUND');
  await writeAudit(transaction, context, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id: after.id },
    patientId: patientId ?? before.patientId,
    details: {
      changes: { patient: { from: before.patientId, to: patientId } },
      version: after.version,
    },
  });
  return presentAssignment(after);
}

function presentAssignment({ id, patientId, version }: Row): Assignment {
  return { idAppointment: id, idUser: patientId, version };
}
