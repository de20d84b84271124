export { ResultSection } from './ResultSection.tsx';
