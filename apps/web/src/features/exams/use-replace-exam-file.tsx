import type { Exam } from '@simiente/contract/exams/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { type ReactNode, useState } from 'react';
import { cache, queries } from '../../lib/api/client.ts';
import { useFileUpload } from '../../lib/api/upload.ts';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import { useMay } from '../session/public.ts';
import { nameWithDate } from './ExamTypeInput.tsx';
import { fileRefusal, parseCurrent, readExam, refreshHistory } from './exam-cache.ts';

const NOT_REPLACED = 'El archivo no se reemplazó';

/** A file that waits for an answer. */
interface Asked {
  readonly file: File;
  /** Effect on the results that were read from the current file. */
  readonly consequence: string;
}

/** Replaces the file of an exam, after a warning about the effect on its results. */
export function useReplaceExamFile(idUser: string, exam: Exam) {
  const { id, version } = exam;
  const may = useMay();
  const failure = useFailureToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setAsking] = useState(false);
  const results = queries.results.ofPatient.queryOptions({ input: { idUser } });
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/exam/replace-file',
    fields: { idExam: id },
    read: readExam,
    parseCurrent,
    show: async () => {
      await refreshHistory(idUser);
      // A new file invalidates the validation of its results.
      void cache.invalidateQueries({ queryKey: results.queryKey });
    },
    onDone: () =>
      notifySuccess('Archivo reemplazado', { detail: 'El anterior queda en el historial.' }),
    onCancel: () => void refreshHistory(idUser),
    onFailure: (error, onRetry) => failure.tell(NOT_REPLACED, { detail: error.message, onRetry }),
  });

  async function start(file: File) {
    failure.clear();
    const refusal = fileRefusal(file);
    if (refusal) return failure.tell(NOT_REPLACED, { detail: refusal });
    if (!may('results.read')) return begin(file, version);
    try {
      // Another account may have validated them after they were loaded.
      const { data } = await cache.fetchQuery({ ...results, staleTime: 0 });
      const set = data.sets.find(({ idExam }) => idExam === id);
      const consequence = set && consequenceFor(set, nameWithDate(exam));
      if (consequence === undefined) return begin(file, version);
      setAsked({ file, consequence });
      setAsking(true);
    } catch (error) {
      failure.tell(NOT_REPLACED, {
        detail: (error as Error).message,
        onRetry: () => void start(file),
      });
    }
  }

  const question: ReactNode = asked && (
    <Confirmation
      opened={isAsking}
      title="Reemplazar archivo"
      question={asked.consequence}
      note="El archivo actual queda en el historial del estudio."
      confirmLabel="Reemplazar archivo"
      onCancel={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        begin(asked.file, version);
      }}
    />
  );
  return { ...uploading, start: (file: File) => void start(file), question };
}

/** Effect of a replacement on results that were read from the file; undefined without an effect. */
function consequenceFor(
  { fileUrl, status, secondReading }: ResultSet,
  name: string,
): string | undefined {
  if (fileUrl === null) return undefined;
  if (status === 'validado') {
    return `Los resultados de ${name} están validados con el archivo actual. Si lo reemplazas, dejan de estarlo y quedan como «Corregido» hasta que alguien los valide con el archivo nuevo. Los valores no cambian.`;
  }
  if (secondReading !== null) {
    return `La segunda lectura de los resultados de ${name} se hizo con el archivo actual. Si lo reemplazas, deja de contar y hay que repetirla con el archivo nuevo. Los valores no cambian.`;
  }
  return undefined;
}
