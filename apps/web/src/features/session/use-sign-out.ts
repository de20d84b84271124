import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../ui/toasts/notify.tsx';
import { signOut } from './session.ts';

/** Ends the session, and opens the login. */
export function useSignOut() {
  const navigate = useNavigate();
  return useAct('No se pudo cerrar la sesión', {
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
  });
}
