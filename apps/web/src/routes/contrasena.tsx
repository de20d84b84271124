import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../features/account-links/LinkPage.tsx';

/** Open without a session. The link's token is after the number sign, as in /invitacion. */
export const Route = createFileRoute('/contrasena')({ component: () => <LinkPage /> });
