export { SearchTrigger } from './SearchTrigger.tsx';
export type { Place } from './sections.ts';
