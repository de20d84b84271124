export { letterheadAt, type PaperLetterhead } from './calls.ts';
