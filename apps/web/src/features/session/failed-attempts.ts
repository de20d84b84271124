import { notifyWarning } from '../../ui/toasts/notify.tsx';
import { wantToasts } from '../../ui/toasts/toast-demand.ts';

/** Says how many sign-ins to the account failed since its last one. */
export function warn(count: number): void {
  const attempts = count === 1 ? 'Hubo 1 intento fallido' : `Hubo ${count} intentos fallidos`;
  // Whoever was here before may have signed out, which dismissed theirs.
  wantToasts();
  notifyWarning(`${attempts} de entrar a tu cuenta desde tu último inicio de sesión`, {
    detail: 'Si no fuiste tú, cambia tu contraseña en Mi cuenta.',
  });
}
