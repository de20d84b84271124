import type { notesContract } from '@simiente/contract/notes/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { partOfPatient } from '../patients/public.ts';
import { addNote, changeNote, readNotes } from './notes.ts';

const { list, show } = partOfPatient('patient.notes_read', async (db, idUser) => ({
  notes: await readNotes(db, idUser),
}));

export const noteCalls: Handlers<typeof notesContract> = {
  list,
  add: idempotent('notes.add', addNote, show),
  change: idempotent('notes.change', changeNote, show),
};
