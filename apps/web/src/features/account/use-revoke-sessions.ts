import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import { describeEnded } from './use-change-password.ts';

/** Closes the own account elsewhere; `done` is told once the list says so. */
export function useRevokeSessions() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: queries.account.sessions.key() });
  const fail = (error: Error) =>
    notifyError('No se pudo cerrar la sesión', { detail: error.message });

  const one = useMutation({
    mutationFn: ({ idSession }: { idSession: string; done: () => void }) =>
      api.account.revokeSession({ idSession }).catch(ignoreGone),
    onSuccess: async (_answer, { done }) => {
      await refresh();
      notifySuccess('Sesión cerrada');
      done();
    },
    onError: fail,
  });
  const others = useMutation({
    mutationFn: (_done: () => void) => api.account.revokeOtherSessions({}),
    onSuccess: async ({ data: { ended } }, done) => {
      await refresh();
      notifySuccess(describeEnded(ended));
      done();
    },
    onError: fail,
  });

  return {
    revoke: (idSession: string, done: () => void) => one.mutate({ idSession, done }),
    revokeOthers: (done: () => void) => others.mutate(done),
    revoking: one.isPending ? one.variables.idSession : undefined,
    isRevokingOthers: others.isPending,
  };
}

/** One that ended by itself meanwhile is closed all the same. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.code !== 'NOT_FOUND') throw error;
}
