import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPasswordPage } from '../features/account-links/ForgottenPasswordPage.tsx';

/** Open, as /contrasena. */
export const Route = createFileRoute('/recuperar')({ component: ForgottenPasswordPage });
