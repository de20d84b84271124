import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';

/** Characters. */
export const LONGEST_NOTE = 5000;

export const noteText = storableText(LONGEST_NOTE).trim().min(1, 'Escribe la nota.');

export const note = z.strictObject({
  idNote: recordId,
  text: z.string(),
  createdAt: isoInstant,
  /** Null for an author who is unknown. */
  createdBy: z.string().nullable(),
  /** Came with a spreadsheet. */
  isImported: z.boolean(),
  /** The appointment of the note; null for a note about the patient. */
  idAppointment: recordId.nullable(),
  isPinned: z.boolean(),
});
export type Note = z.infer<typeof note>;

/** Newest first; at most one is pinned. */
const patientNotes = success(z.strictObject({ notes: z.array(note) }));

export const notesContract = {
  list: call('patients.read')
    .route({ method: 'GET', path: '/v1/user/notes', summary: 'Las notas de un paciente' })
    .input(z.strictObject({ idUser: recordId }))
    .output(patientNotes),
  add: call('patients.edit')
    .route({
      method: 'POST',
      path: '/v1/user/add-note',
      summary: 'Agrega una nota a un paciente o a una de sus citas',
    })
    .input(z.strictObject({ idUser: recordId, idAppointment: recordId.optional(), text: noteText }))
    .output(patientNotes),
  change: call('patients.edit')
    .route({
      method: 'PUT',
      path: '/v1/user/change-note',
      summary: 'Fija o elimina una nota, o deshace la eliminación',
    })
    .input(
      z.strictObject({
        idUser: recordId,
        idNote: recordId,
        isPinned: z.boolean().optional(),
        isDeleted: z.boolean().optional(),
      }),
    )
    .output(patientNotes),
};
