import type { Note } from '@simiente/contract/notes/calls';
import { IconPin } from '@tabler/icons-react';
import { pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { NewRecordButton } from '../record-form/public.ts';
import { useCan } from '../session/public.ts';
import { NoteForm, useChangeNote, useNotes } from './NoteForm.tsx';
import classes from './Notes.module.css';

interface NoteSectionProps {
  patient: { readonly idUser: string; readonly name: string };
}

/** 'Notas' of a patient and of their appointments. */
export function NoteSection({ patient }: NoteSectionProps) {
  const notes = useNotes(patient.idUser);
  const changing = useChangeNote(patient.idUser);
  const mayEdit = useCan()('patients.edit');
  const count = notes.data?.length ?? 0;
  const changeButton = (label: string, change: Parameters<typeof changing.mutate>[0]) => (
    <Button
      kind="subtle"
      size="xs"
      disabled={changing.isPending}
      onClick={() => changing.mutate(change)}
    >
      {label}
    </Button>
  );
  return (
    <RecordSection
      id="notas"
      title="Notas"
      count={count > 0 ? pluralize(count, ['nota', 'notas']) : null}
      action={
        <NewRecordButton
          kind="default"
          capability="patients.edit"
          form={(request) => <NoteForm {...request} patient={patient} />}
        >
          Agregar nota
        </NewRecordButton>
      }
    >
      <SectionRows
        query={notes}
        rows={notes.data}
        failure="No se pudieron cargar las notas"
        empty={
          <p className={classes.none}>
            Todavía no hay notas. Anota aquí lo que sirva para atenderlo, sin datos clínicos.
          </p>
        }
      >
        {(note) => (
          <li key={note.idNote} className={classes.row}>
            <NoteText note={note} />
            {mayEdit && (
              <div className={classes.actions}>
                {changeButton(note.isPinned ? 'Quitar de arriba' : 'Fijar arriba', {
                  idNote: note.idNote,
                  isPinned: !note.isPinned,
                })}
                {changeButton('Eliminar', { idNote: note.idNote, isDeleted: true })}
              </div>
            )}
          </li>
        )}
      </SectionRows>
    </RecordSection>
  );
}

export function PinnedNote({ idUser }: { idUser: string }) {
  const pinned = useNotes(idUser).data?.find(({ isPinned }) => isPinned);
  if (pinned === undefined) return null;
  return (
    <aside className={classes.pinned} aria-label="Nota fijada">
      <IconPin className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <NoteText note={pinned} />
    </aside>
  );
}

export function AppointmentNotes({
  idUser,
  idAppointment,
}: {
  idUser: string;
  idAppointment: string;
}) {
  const notes = useNotes(idUser).data?.filter((note) => note.idAppointment === idAppointment);
  if (notes === undefined || notes.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Notas de la cita">
      {notes.map((note) => (
        <li key={note.idNote}>
          <NoteText note={{ ...note, idAppointment: null }} />
        </li>
      ))}
    </ul>
  );
}

function NoteText({ note }: { note: Note }) {
  return (
    <div className={classes.words}>
      <p className={classes.text}>{note.text}</p>
      <p className={classes.facts}>
        {note.createdBy ?? 'Sin autor'} · <DateText value={note.createdAt} />
        {note.isImported && ' · Importada'}
        {note.idAppointment !== null && ' · De una cita'}
      </p>
    </div>
  );
}
