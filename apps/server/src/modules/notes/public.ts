export { readNotes } from './notes.ts';
