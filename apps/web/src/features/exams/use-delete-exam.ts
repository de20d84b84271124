import type { Exam } from '@simiente/contract/exams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { ADD_EXAMS } from './AddExams.tsx';
import { changeExams, refreshHistory } from './exam-cache.ts';

/** What a call takes to be sent again without being done twice. */
interface KeyedId {
  readonly id: string;
  readonly key: string;
}

/** Sends an exam to the bin; 'Deshacer' brings it back. */
export function useDeleteExam(idUser: string) {
  const cache = useQueryClient();
  const refresh = () => refreshHistory(cache, idUser);

  const restoring = useMutation({
    mutationFn: ({ id, key }: KeyedId) =>
      api.trash.restore({ ids: [id] }, { context: { idempotencyKey: key } }),
    onSuccess: () => notifySuccess('Estudio restaurado'),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: ({ id, key }: KeyedId) =>
      api.trash.delete({ idUsers: [id] }, { context: { idempotencyKey: key } }),
    onSuccess: async (_answer, { id }) => {
      await changeExams(cache, idUser, (exams) => exams.filter((exam: Exam) => exam.id !== id));
      // The card had the focus, and is gone.
      document.getElementById(ADD_EXAMS)?.focus();
      const undo = { id, key: crypto.randomUUID() };
      notifyUndo('Estudio eliminado', {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: () => restoring.mutate(undo),
      });
    },
    onError: () => notifyError('ocurrio un error', { detail: 'El estudio no se eliminó.' }),
    onSettled: refresh,
  });
}
