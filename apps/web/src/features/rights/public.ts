export { NoticeFact } from './NoticeFact.tsx';
