export { ExamList } from './ExamList.tsx';
export { nameWithDate } from './ExamTypeInput.tsx';
export { LaboratorySelect } from './LaboratorySelect.tsx';
