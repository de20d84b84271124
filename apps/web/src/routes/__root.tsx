import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LoadFailure, UnknownPage } from '../features/shell/failure-pages.tsx';

export const Route = createRootRoute({
  component: Outlet,
  errorComponent: LoadFailure,
  notFoundComponent: UnknownPage,
});
