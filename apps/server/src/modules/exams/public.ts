export { isLaboratory, readLaboratory } from './laboratories.ts';
export { requireOwnExams } from './own-exams.ts';
export { examOrder, examsOf, externalLink, presentExam, withoutFile } from './read-exams.ts';
