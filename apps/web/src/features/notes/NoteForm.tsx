import { Textarea } from '@mantine/core';
import { MAX_NOTE_LENGTH, type Note, noteText } from '@simiente/contract/notes/calls';
import { useMutation } from '@tanstack/react-query';
import { api, queries, showAnswer, useAnswer } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';

/** The server answers an added note with all notes of the patient. */
type Base = readonly Note[];

const fields = defineFields<Base>()({
  text: { label: 'Nota', missing: 'Escribe la nota.', rule: noteText },
});

interface NoteFormProps {
  patient: { readonly idUser: string; readonly name: string };
  /** The appointment of the note; absent for a note about the patient. */
  idAppointment?: string | undefined;
  requested: FormRequest<FieldValues<typeof fields>, Base> | null;
  onClosed?: () => void;
}

export function NoteForm({ patient, idAppointment, requested, onClosed }: NoteFormProps) {
  const { idUser, name } = patient;
  const form = useRecordForm({
    fields,
    requested,
    save: async ({ payload: { text }, options }) => {
      const input = { idUser, idAppointment, text };
      return (await api.notes.add(input, options)).data.notes;
    },
    show: (notes) => showNotes(idUser, notes),
    onDone: (saved: Base | null) => saved && notifySuccess('Nota agregada'),
  });
  return (
    <RecordModal
      form={form}
      title="Agregar nota"
      lead={name}
      submitLabel="Agregar nota"
      {...(onClosed && { onClosed })}
    >
      <Textarea
        {...form.input('text')}
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="Por ejemplo: prefiere que le llamen por la tarde"
      />
    </RecordModal>
  );
}

/** The notes of a patient and of their appointments, newest first. */
export function useNotes(idUser: string) {
  return useAnswer(queries.notes.list, { input: { idUser }, select: ({ notes }) => notes });
}

function showNotes(idUser: string, notes: readonly Note[]) {
  const queryKey = queries.notes.list.queryKey({ input: { idUser } });
  return showAnswer(queryKey, { notes: [...notes] });
}

type NoteChange = Pick<Note, 'idNote'> & {
  readonly isPinned?: boolean;
  readonly isDeleted?: boolean;
};

/** Pins a note, or deletes it with 'Deshacer'. */
export function useChangeNote(idUser: string) {
  const changing = useMutation({
    mutationFn: async (change: NoteChange) =>
      (await api.notes.change({ idUser, ...change })).data.notes,
    onSuccess: async (notes, { idNote, isDeleted }) => {
      await showNotes(idUser, notes);
      if (!isDeleted) return;
      notifyUndo('Nota eliminada', { onUndo: () => changing.mutate({ idNote, isDeleted: false }) });
    },
    onError: (error) =>
      notifyError('No se pudo cambiar la nota', { detail: describeFailure(error) }),
  });
  return changing;
}
