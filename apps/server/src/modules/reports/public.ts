export {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelSettings,
} from './drafting/language-model.ts';
export { isSealed, textInForce } from './in-force.ts';
export { countQueue, reportQueueList } from './queue.ts';
export { readRecordReports } from './record-reports.ts';
