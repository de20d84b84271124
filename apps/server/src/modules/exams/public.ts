export {
  attachDocuments,
  detachDocument,
  type LaboratoryDocument,
  moveAttached,
  moveFiles,
  withdrawFiles,
} from './attach-documents.ts';
export { addExamOfValues, checkExamFile } from './calls.ts';
export { isLaboratory, readLaboratory, requireLaboratory } from './laboratories.ts';
export { examOrder, externalLink, findExams, requireOwnExams, withoutFile } from './read-exams.ts';
