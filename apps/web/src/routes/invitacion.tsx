import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../features/account-links/LinkPage.tsx';

/** Open without a session. The link's token is after the number sign, so that no address in a log contains it. */
export const Route = createFileRoute('/invitacion')({ component: () => <LinkPage /> });
