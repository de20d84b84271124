export { ExamList } from './ExamList.tsx';
export { LaboratorySelect } from './LaboratorySelect.tsx';
