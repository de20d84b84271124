import type { Exam } from '@simiente/contract/exams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useUndoDelete } from '../records/public.ts';
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

  const undoDelete = useUndoDelete({ refresh });

  return useMutation({
    mutationFn: ({ id, key }: KeyedId) =>
      api.trash.delete({ idUsers: [id] }, { context: { idempotencyKey: key } }),
    onSuccess: async (_answer, { id }) => {
      await changeExams(cache, idUser, (exams) => exams.filter((exam: Exam) => exam.id !== id));
      // The card had the focus, and is gone.
      document.getElementById(ADD_EXAMS)?.focus();
      notifyUndo('Estudio eliminado', {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({ ids: [id], describe: () => 'Estudio restaurado' }),
      });
    },
    onError: () => notifyError('ocurrio un error', { detail: 'El estudio no se eliminó.' }),
    onSettled: refresh,
  });
}
