import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPage } from '../features/account-links/ForgottenPage.tsx';

/** Open, as /contrasena. */
export const Route = createFileRoute('/recuperar')({ component: ForgottenPage });
