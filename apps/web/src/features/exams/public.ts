export { ExamList } from './ExamList.tsx';
export { nameWithDate } from './ExamTypeInput.tsx';
export { fileRejection } from './exam-cache.ts';
export { LaboratoryFilter, LaboratorySelect } from './LaboratorySelect.tsx';
