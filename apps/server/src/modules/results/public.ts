export { patientResultsList } from './export-results.ts';
export { DEFAULT_TOKEN_LIMIT, registerLaboratoryMessages } from './hl7/message-route.ts';
export { readRecordResults } from './record-results.ts';
