import { Textarea } from '@mantine/core';
import { LONGEST_NOTE, type Note, noteText } from '@simiente/contract/notes/calls';
import { api } from '../../lib/api/client.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { useShowNotes } from './notes.ts';

interface NoteValues {
  readonly text: string;
}

/** The form adds a note, and gets the notes of the patient. */
type Base = readonly Note[];

const fields = defineFields<NoteValues, Base>()({
  text: { label: 'Nota', missing: 'Escribe la nota.', rule: noteText },
});

interface NoteFormProps {
  patient: { readonly idUser: string; readonly name: string };
  /** The appointment of the note; absent for a note about the patient. */
  idAppointment?: string | undefined;
  requested: FormRequest<NoteValues, Base> | null;
  onClosed?: () => void;
}

/** 'Agregar nota' to a patient, or to one of their appointments. */
export function NoteForm({ patient, idAppointment, requested, onClosed }: NoteFormProps) {
  const { idUser, name } = patient;
  const form = useRecordForm({
    name: `note ${idAppointment ?? idUser}`,
    fields,
    toValues: (): NoteValues => ({ text: '' }),
    requested,
    save: async ({ written: { text }, key }) => {
      const input = { idUser, idAppointment, text };
      return (await api.notes.add(input, { context: { idempotencyKey: key } })).data.notes;
    },
    show: useShowNotes(idUser),
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
        maxLength={LONGEST_NOTE}
        placeholder="Por ejemplo: prefiere que le llamen por la tarde"
      />
    </RecordModal>
  );
}
