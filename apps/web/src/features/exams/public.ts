export { ExamList } from './ExamList.tsx';
export { nameWithDate } from './ExamTypeInput.tsx';
export { LaboratoryFilter, LaboratorySelect } from './LaboratorySelect.tsx';
