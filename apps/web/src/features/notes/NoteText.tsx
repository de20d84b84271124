import type { Note } from '@simiente/contract/notes/calls';
import { DateText } from '../../ui/page/DateText.tsx';
import classes from './Notes.module.css';

/** A note with its author and date. */
export function NoteText({ note }: { note: Note }) {
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
