export {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelSettings,
} from './drafting/language-model.ts';
export { pdfHeaders } from './pdf/calls.ts';
export { readPaper } from './pdf/kept-paper.ts';
export {
  readSigned,
  type SignedVersion,
  supersededBy,
  VERIFY_PATH,
  verifyPath,
  withdrawnAt,
} from './pdf/read-paper.ts';
export type { PaperState } from './pdf/report-paper.ts';
export { preparationOf } from './pdf/words.ts';
export { isBasisOpen } from './reading/basis.ts';
export { isSealed, requireSealed, textInForce } from './reading/in-force.ts';
export { countQueue, reportQueueList } from './reading/queue.ts';
export { readRecordReports } from './reading/record-reports.ts';
export { readVerifyCode } from './signing/verify-code.ts';
