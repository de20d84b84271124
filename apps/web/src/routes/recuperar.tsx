import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPasswordPage } from '../features/account-links/ForgottenPasswordPage.tsx';

/** Open without a session, which a user without the password cannot have. */
export const Route = createFileRoute('/recuperar')({ component: ForgottenPasswordPage });
