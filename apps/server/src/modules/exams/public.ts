export { attachDocuments, detachDocument, type LaboratoryDocument } from './attach-documents.ts';
export { acceptedExamFiles, addExamOfValues } from './create-exam.ts';
export { isLaboratory, readLaboratory, requireLaboratory } from './laboratories.ts';
export { requireOwnExams } from './own-exams.ts';
export { examOrder, externalLink, findExams, withoutFile } from './read-exams.ts';
