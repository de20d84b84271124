import { createFileRoute } from '@tanstack/react-router';
import { UnknownPage } from '../../features/shell/failure-pages.tsx';

/** Unknown paths, inside the shell, so that the menu is available. */
export const Route = createFileRoute('/_shell/$')({
  component: UnknownPage,
});
