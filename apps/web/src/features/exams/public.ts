export { ExamList } from './ExamList.tsx';
export { nameWithDate } from './ExamTypeInput.tsx';
export { LaboratoryFilter } from './LaboratoryFilter.tsx';
export { LaboratorySelect } from './LaboratorySelect.tsx';
