export {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelSettings,
} from './drafting/language-model.ts';
export {
  pdfHeaders,
  readPaper,
  readSealed,
  type SignedVersion,
  supersededBy,
  VERIFY_PATH,
  verifyPath,
  withdrawnAt,
} from './pdf/read-paper.ts';
export { describePreparation, type PaperState } from './pdf/report-paper.ts';
export { isBasisChanged } from './reading/basis.ts';
export { countQueue, reportQueueList } from './reading/queue.ts';
export { type RecordReport, readRecordReports } from './reading/record-reports.ts';
export { isSealed, requireSealed, textInForce } from './reading/select-versions.ts';
export { readVerifyCode } from './signing/sign-report.ts';
