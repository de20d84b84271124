export { patientResultsList } from './export-results.ts';
export { type ImportOutcome, importResults } from './import/import-results.ts';
export { ImportRefused } from './import/refusal.ts';
export { readRecordResults } from './record-results.ts';
