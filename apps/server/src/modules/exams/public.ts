export { externalLink } from './external-link.ts';
export { isLaboratory, readLaboratory } from './laboratories.ts';
export { writtenExams } from './read-exams.ts';
