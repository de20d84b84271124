import { notifyWarning } from '../../../ui/toasts/notify.tsx';
import { requestToasts } from '../../../ui/toasts/toast-requests.ts';

/** Part of the answer to a sign-in. */
export interface SignInSummary {
  readonly failedAttempts?: number;
  readonly notices?: readonly string[];
}

const words: Readonly<Record<string, { readonly title: string; readonly detail: string }>> = {
  'session-limit': {
    title: 'Se cerró tu sesión más antigua',
    detail: 'Tenías demasiadas sesiones abiertas. Si no las reconoces, revísalas en Mi cuenta.',
  },
  'access-changed': {
    title: 'Otra persona cambió tu forma de entrar desde tu último inicio de sesión',
    detail: 'Si no lo pediste, avisa cuanto antes a otro administrador o al operador del servidor.',
  },
};

/** Warns of events of the account since its last session. Loaded on demand. */
export function showSignInSummary({ failedAttempts, notices }: Required<SignInSummary>): void {
  // The previous user's sign-out dismissed the toasts.
  requestToasts();
  if (failedAttempts > 0) {
    const attempts =
      failedAttempts === 1 ? 'Hubo 1 intento fallido' : `Hubo ${failedAttempts} intentos fallidos`;
    notifyWarning(`${attempts} de entrar a tu cuenta desde tu último inicio de sesión`, {
      detail: 'Si no fuiste tú, cambia tu contraseña en Mi cuenta.',
    });
  }
  for (const notice of notices) {
    const { title, detail } = words[notice] ?? {};
    if (title !== undefined) notifyWarning(title, { detail });
  }
}
