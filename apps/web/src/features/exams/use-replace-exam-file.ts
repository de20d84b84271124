import type { Exam } from '@simiente/contract/exams';
import { useQueryClient } from '@tanstack/react-query';
import { useFileUpload } from '../../lib/api/use-file-upload.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import { changeExams, currentOf, readExam, refreshHistory, withExam } from './exam-cache.ts';
import { fileRefusal } from './file-refusal.ts';

const NOT_REPLACED = 'El archivo no se reemplazó';

/** Gives an exam another file. */
export function useReplaceExamFile(idUser: string, { id, version }: Exam) {
  const cache = useQueryClient();
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/exam/replace-file',
    fields: { idExam: id },
    read: readExam,
    currentOf,
    show: (exam) => changeExams(cache, idUser, (exams) => withExam(exams, exam)),
    onDone: () =>
      notifySuccess('Archivo reemplazado', { detail: 'El anterior queda en el historial.' }),
    onCancel: () => void refreshHistory(cache, idUser),
    onFailure: (error, onRetry) => notifyError(NOT_REPLACED, { detail: error.message, onRetry }),
  });
  return {
    ...uploading,
    start(file: File) {
      const refusal = fileRefusal(file);
      if (refusal) notifyError(NOT_REPLACED, { detail: refusal });
      else begin(file, version);
    },
  };
}
