export { PageCrumbs } from './PageCrumbs.tsx';
