import { createFileRoute } from '@tanstack/react-router';
import { ProviderReturnPage } from '../features/account-links/ProviderReturnPage.tsx';

/** Open: what the provider answers may open the session. */
export const Route = createFileRoute('/proveedor')({ component: ProviderReturnPage });
