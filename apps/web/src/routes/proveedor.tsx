import { createFileRoute } from '@tanstack/react-router';
import { ProviderReturnPage } from '../features/account-links/ProviderReturnPage.tsx';

/** Open without a session, because the provider's answer may start it. */
export const Route = createFileRoute('/proveedor')({ component: ProviderReturnPage });
