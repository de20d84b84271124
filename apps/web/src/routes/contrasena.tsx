import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../features/account-links/LinkPage.tsx';

/** Open, like /invitacion. */
export const Route = createFileRoute('/contrasena')({ component: () => <LinkPage /> });
