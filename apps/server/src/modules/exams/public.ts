export { isLaboratory, readLaboratory } from './laboratories.ts';
export { examOrder, examsOf, externalLink, presentExam } from './read-exams.ts';
