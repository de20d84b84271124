import type { notesContract } from '@simiente/contract/notes/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../audit/public.ts';
import { expectPatient } from '../patients/public.ts';
import { addNote, changeNote, readNotes } from './notes.ts';

export const noteCalls: Handlers<typeof notesContract> = {
  list: audited(
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return { notes: await readNotes(db, idUser) };
    },
    ({ idUser }) => toReadEntry(idUser),
  ),

  add: idempotent('notes.add', addNote, showNotes),
  change: idempotent('notes.change', changeNote, showNotes),
};

function toReadEntry(id: string) {
  return {
    action: 'patient.notes_read',
    subject: { kind: 'patient', id },
    patientId: id,
  } as const;
}

async function showNotes(
  transaction: Transaction,
  context: StaffContext,
  _changed: unknown,
  { idUser: id }: { readonly idUser: string },
) {
  await expectPatient(transaction, id);
  await auditView(transaction, context, toReadEntry(id));
  return { notes: await readNotes(transaction, id) };
}
