export { letterheadAt, type PaperLetterhead } from './letterhead.ts';
