export { registerLaboratoryMessages } from './hl7/message-route.ts';
export { patientResultsList } from './reading/export-results.ts';
export {
  findQuotableResults,
  findQuotableResultsOfPatients,
  findResultSets,
  listResults,
  loadQuotedFacts,
} from './reading/read-results.ts';
export { readRecordResults } from './reading/record-results.ts';
