import { useNavigate } from '@tanstack/react-router';
import { useToastMutation } from '../../ui/toasts/notify.tsx';
import { signOut } from './session.ts';

/** Ends the session, and opens the login. */
export function useSignOut() {
  const navigate = useNavigate();
  return useToastMutation('No se pudo cerrar la sesión', {
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
  });
}
