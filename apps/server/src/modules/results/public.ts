export { patientResultsList } from './export-results.ts';
export { registerLaboratoryMessages } from './hl7/message-route.ts';
export { knownResultsOfPatients, resultStatusesOf } from './known-results.ts';
export { listResults } from './read-results.ts';
export { readRecordResults } from './record-results.ts';
