export { NotAllowedPage, UnknownPage } from './failure-pages.tsx';
export { LeaveQuestion } from './LeaveQuestion.tsx';
export { PageCrumbs } from './PageCrumbs.tsx';
export { PageTitle } from './PageTitle.tsx';
