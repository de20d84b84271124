export { readNotes } from './calls.ts';
