import { notifyWarning } from '../../../ui/toasts/notify.tsx';
import { wantToasts } from '../../../ui/toasts/toast-demand.ts';

/** Warns of failed sign-ins to the account since its last one. In a module of its own, loaded on demand. */
export function warnOfFailedAttempts(count: number): void {
  const attempts = count === 1 ? 'Hubo 1 intento fallido' : `Hubo ${count} intentos fallidos`;
  // A sign-out of the previous user has dismissed the toasts.
  wantToasts();
  notifyWarning(`${attempts} de entrar a tu cuenta desde tu último inicio de sesión`, {
    detail: 'Si no fuiste tú, cambia tu contraseña en Mi cuenta.',
  });
}
