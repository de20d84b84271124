import type { Note, notesContract } from '@simiente/contract/notes/calls';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patientNotes } from '../../schema/notes.ts';
import { staffName } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient, lockPatientExclusively, patientSection } from '../patients/public.ts';

const { list, show } = patientSection('patient.notes_read', async (db, idUser) => ({
  notes: await readNotes(db, idUser),
}));

export const noteCalls: Handlers<typeof notesContract> = {
  list,
  add: idempotent('notes.add', addNote, show),
  change: idempotent('notes.change', changeNote, show),
};

/** A patient's notes, newest first. */
export async function readNotes(db: Reader, patientId: string): Promise<Note[]> {
  const rows = await db
    .select({
      note: patientNotes,
      author: staffName(patientNotes.createdBy, patientNotes.createdAt),
      isPinned: sql<boolean>`coalesce(${patientNotes.pinnedAt} = max(${patientNotes.pinnedAt}) over (), false)`,
    })
    .from(patientNotes)
    .where(and(eq(patientNotes.patientId, patientId), isNull(patientNotes.deletedAt)))
    .orderBy(desc(patientNotes.createdAt), desc(patientNotes.id));
  return rows.map(({ note, author, isPinned }) => ({
    idNote: note.id,
    text: note.text,
    createdAt: note.createdAt.toISOString(),
    createdBy: author ?? note.createdBy,
    isImported: note.importId !== null,
    idAppointment: note.appointmentId,
    isPinned,
  }));
}

type Context = Pick<StaffContext, 'actor' | 'origin'>;

/** @throws Problem NOT_FOUND for a missing patient, or an appointment of another patient */
async function addNote(
  transaction: Transaction,
  context: Context,
  { idUser: patientId, idAppointment: appointmentId, text }: CallInput<typeof notesContract.add>,
): Promise<{ id: string }> {
  await lockPatient(transaction, patientId);
  if (appointmentId !== undefined) await requireAppointment(transaction, patientId, appointmentId);
  const id = newRecordId('nte');
  await transaction
    .insert(patientNotes)
    .values({ id, patientId, appointmentId, text, createdBy: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'note.added',
    subject: { kind: 'patient', id: patientId },
    details: { note: id, appointment: appointmentId },
  });
  return { id };
}

async function requireAppointment(transaction: Transaction, patientId: string, id: string) {
  for (const table of [doctorAppointments, recipeAppointments]) {
    const isOfPatient = and(eq(table.patientId, patientId), isNull(table.deletedAt));
    if ((await transaction.$count(table, and(eq(table.id, id), isOfPatient))) > 0) return;
  }
  throw new Problem('NOT_FOUND');
}

/**
 * Pins a note instead of the pinned one, deletes a note, or undoes either.
 * @throws Problem NOT_FOUND for a missing patient or note
 */
async function changeNote(
  transaction: Transaction,
  context: Context,
  { idUser: patientId, idNote: id, isPinned, isDeleted }: CallInput<typeof notesContract.change>,
): Promise<{ id: string }> {
  await lockPatientExclusively(transaction, patientId);
  const isOfPatient = eq(patientNotes.patientId, patientId);
  if (isPinned) await transaction.update(patientNotes).set({ pinnedAt: null }).where(isOfPatient);
  const { rowCount } = await transaction
    .update(patientNotes)
    .set({
      // A change may be empty, and an update needs a column.
      id,
      ...(isPinned !== undefined && { pinnedAt: isPinned ? sql`now()` : null }),
      ...(isDeleted !== undefined && {
        deletedAt: isDeleted ? sql`now()` : null,
        deletedBy: isDeleted ? context.actor.id : null,
      }),
    })
    .where(and(isOfPatient, eq(patientNotes.id, id)));
  if (rowCount === 0) throw new Problem('NOT_FOUND');
  await writeAudit(transaction, context, {
    action: 'note.changed',
    subject: { kind: 'patient', id: patientId },
    details: { note: id, pinned: isPinned, deleted: isDeleted },
  });
  return { id };
}
