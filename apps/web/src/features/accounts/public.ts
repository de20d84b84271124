export { ViewAs } from './ViewAs.tsx';
