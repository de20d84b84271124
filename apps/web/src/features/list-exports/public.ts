export { CountedList, ExportLine } from './ExportLine.tsx';
