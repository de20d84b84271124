export type { MenuPage } from './commands.ts';
export { SearchTrigger } from './SearchTrigger.tsx';
