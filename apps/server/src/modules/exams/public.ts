export {
  attachDocuments,
  detachDocument,
  type LaboratoryDocument,
  moveAttached,
  moveFiles,
  withdrawFiles,
} from './attach-documents.ts';
export { addFilelessExam, checkExamFile } from './calls.ts';
export {
  examOrder,
  externalLink,
  findExams,
  isLaboratory,
  readLaboratory,
  requireLaboratory,
  requireOwnExams,
  withoutFile,
} from './read-exams.ts';
