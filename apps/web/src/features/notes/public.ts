export { NoteForm } from './NoteForm.tsx';
export { AppointmentNotes, NoteSection, PinnedNote } from './NoteSection.tsx';
export { useNotes } from './notes.ts';
