export type { Place } from './place.ts';
export { SearchTrigger } from './SearchTrigger.tsx';
