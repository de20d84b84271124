export { EarlierFiles } from './EarlierFiles.tsx';
export { FileLine } from './FileLine.tsx';
