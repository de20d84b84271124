import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LoadFailure } from '../features/shell/LoadFailure.tsx';
import { UnknownPage } from '../features/shell/UnknownPage.tsx';

export const Route = createRootRoute({
  component: Outlet,
  errorComponent: LoadFailure,
  notFoundComponent: UnknownPage,
});
