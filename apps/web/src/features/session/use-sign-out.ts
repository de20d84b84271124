import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFailureToast } from '../../ui/toasts/notify.tsx';
import { signOut } from './session.ts';

/** Ends the session, and leads to the login. */
export function useSignOut() {
  const navigate = useNavigate();
  const failure = useFailureToast();
  return useMutation({
    onMutate: failure.clear,
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
    onError: (error) => failure.tell('No se pudo cerrar la sesión', { detail: error.message }),
  });
}
