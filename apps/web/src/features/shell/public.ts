export { PageCrumbs } from './PageCrumbs.tsx';
export { PageTitle } from './PageTitle.tsx';
