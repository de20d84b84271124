import { LONGEST_PASSWORD, SHORTEST_NEW_PASSWORD } from '@simiente/contract/account';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useRefreshAccount } from './use-account.ts';

interface PasswordErrors {
  readonly current?: string;
  readonly next?: string;
}

/** The two passwords of the form, and what became of the change. */
export function useChangePassword() {
  const refresh = useRefreshAccount();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [errors, setErrors] = useState<PasswordErrors & Record<string, unknown>>({});

  const changing = useMutation({
    mutationFn: () => api.account.changePassword({ currentPassword: current, newPassword: next }),
    onSuccess: ({ data: { ended } }) => {
      setCurrent('');
      setNext('');
      notifySuccess('Contraseña cambiada', endedDetail(ended));
      refresh();
    },
    onError: (error) => setErrors(refusalsOf(error)),
  });

  return {
    current,
    setCurrent,
    next,
    setNext,
    errors,
    problem: Object.keys(errors).length > 0 ? undefined : changing.error?.message,
    isBusy: changing.isPending,
    save: () => {
      const found = check(current, next);
      setErrors(found);
      if (Object.keys(found).length === 0) changing.mutate();
    },
  };
}

export function describeEnded(count: number): string {
  return count === 1 ? 'Se cerró otra sesión' : `Se cerraron otras ${count} sesiones`;
}

/** What a notification says of the sessions that ended with a change. */
export function endedDetail(count: number): { detail?: string } {
  return count > 0 ? { detail: describeEnded(count) } : {};
}

function check(current: string, next: string): PasswordErrors & Record<string, unknown> {
  return {
    ...(current === '' && { current: 'Escribe tu contraseña actual' }),
    ...(next.length < SHORTEST_NEW_PASSWORD && {
      next: `Debe tener al menos ${SHORTEST_NEW_PASSWORD} caracteres`,
    }),
    ...(next.length > LONGEST_PASSWORD && {
      next: `Debe tener como máximo ${LONGEST_PASSWORD} caracteres`,
    }),
  };
}

/** What the server refused, at the field that it speaks of. */
function refusalsOf(error: Error): PasswordErrors & Record<string, unknown> {
  if (!(error instanceof ApiFailure)) return {};
  if (error.code === 'WRONG_PASSWORD') return { current: error.message };
  if (error.code === 'PASSWORD_TOO_COMMON') return { next: error.message };
  return {};
}
