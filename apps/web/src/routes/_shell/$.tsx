import { createFileRoute } from '@tanstack/react-router';
import { UnknownPage } from '../../features/shell/UnknownPage.tsx';

/** An address that is no page's: said inside the shell, from which one goes on. */
export const Route = createFileRoute('/_shell/$')({
  component: UnknownPage,
});
