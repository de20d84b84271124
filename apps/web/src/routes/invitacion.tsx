import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../features/account-links/LinkPage.tsx';

/** Open: the link's token is after the number sign, so no server sees it in an address. */
export const Route = createFileRoute('/invitacion')({ component: () => <LinkPage /> });
