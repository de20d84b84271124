export { patientResultsList } from './export-results.ts';
export { splitMessages } from './hl7/decode.ts';
export { DEFAULT_TOKEN_LIMIT, registerLaboratoryMessages } from './hl7/message-route.ts';
export {
  failedMessageIds,
  latestMessages,
  type Received,
  receiveMessage,
  replayMessage,
} from './hl7/receive-message.ts';
export { makeToken, removeToken } from './hl7/tokens.ts';
export { type ImportOutcome, importResults } from './import/import-results.ts';
export { ImportRefused } from './import/refusal.ts';
export { readRecordResults } from './record-results.ts';
