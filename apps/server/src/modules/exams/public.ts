export { isLaboratory, readLaboratory } from './laboratories.ts';
export { examsOf, externalLink, presentExam } from './read-exams.ts';
