import { createFileRoute } from '@tanstack/react-router';
import { UnknownPage } from '../../features/shell/UnknownPage.tsx';

/** Unknown addresses, inside the shell, so that the menu is at hand. */
export const Route = createFileRoute('/_shell/$')({
  component: UnknownPage,
});
