export { NoteForm, useNotes } from './NoteForm.tsx';
export { AppointmentNotes, NoteSection, PinnedNote } from './NoteSection.tsx';
