export { LeaveQuestion } from './LeaveQuestion.tsx';
export { NotAllowedPage } from './NotAllowedPage.tsx';
export { PageCrumbs } from './PageCrumbs.tsx';
export { PageTitle } from './PageTitle.tsx';
export { UnknownPage } from './UnknownPage.tsx';
