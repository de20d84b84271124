export { SearchTrigger } from './SearchTrigger.tsx';
export type { MenuPage } from './sections.ts';
