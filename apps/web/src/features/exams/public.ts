export { ExamList } from './ExamList.tsx';
