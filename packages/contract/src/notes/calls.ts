import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';

export const MAX_NOTE_LENGTH = 5000;

export const noteText = storableText(MAX_NOTE_LENGTH).trim().min(1, 'Escribe la nota.');

export const note = z.strictObject({
  idNote: recordId,
  text: z.string(),
  createdAt: isoInstant,
  /** Null for an unknown author. */
  createdBy: z.string().nullable(),
  /** Whether the note came from a spreadsheet. */
  isImported: z.boolean(),
  /** The appointment of the note; null for a note about the patient. */
  idAppointment: recordId.nullable(),
  isPinned: z.boolean(),
});
export type Note = z.infer<typeof note>;

/** The notes in answers are newest first; at most one is pinned. */
export const notesContract = {
  list: call('patients.read')
    .get('/v1/user/notes', 'Las notas de un paciente')
    .input({ idUser: recordId })
    .output({ notes: z.array(note) }),
  add: call('patients.edit')
    .post('/v1/user/add-note', 'Agrega una nota a un paciente o a una de sus citas')
    .input({ idUser: recordId, idAppointment: recordId.optional(), text: noteText })
    .output({ notes: z.array(note) }),
  change: call('patients.edit')
    .put('/v1/user/change-note', 'Fija o elimina una nota, o deshace la eliminación')
    .input({
      idUser: recordId,
      idNote: recordId,
      isPinned: z.boolean().optional(),
      isDeleted: z.boolean().optional(),
    })
    .output({ notes: z.array(note) }),
};
