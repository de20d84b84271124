export { CountedList } from './CountedList.tsx';
export { ExportLine } from './ExportLine.tsx';
