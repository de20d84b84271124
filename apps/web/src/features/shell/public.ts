export { NotAllowedPage, UnknownPage } from './failure-pages.tsx';
export { LeaveQuestion } from './LeaveQuestion.tsx';
export { type ListLink, listCrumb, PageCrumbs } from './PageCrumbs.tsx';
export { PageTitle } from './PageTitle.tsx';
