export { externalLink } from './external-link.ts';
export { isLaboratory, readLaboratory } from './laboratories.ts';
export { examsOf, presentExam } from './read-exams.ts';
