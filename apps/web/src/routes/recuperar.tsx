import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPasswordPage } from '../features/account-links/ForgottenPasswordPage.tsx';

/** Open, like /contrasena. */
export const Route = createFileRoute('/recuperar')({ component: ForgottenPasswordPage });
