import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { upload } from '../../lib/api/upload.ts';
import { changeExams, readExam, withExam } from './exam-cache.ts';
import { examTypeOf } from './exam-type.ts';
import { fileRefusal } from './file-refusal.ts';

/** A file that is to become an exam. */
export interface ExamUpload {
  readonly id: string;
  readonly file: File;
  /** As it is written in the field. */
  readonly examType: string;
  /** `refused` can only be removed; `failed` may be tried again. */
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
  /** How much of it has left, from 0 to 1. */
  readonly share: number;
  /** Why it failed or was refused. */
  readonly error?: string | undefined;
}

type Action =
  | { kind: 'added'; uploads: readonly ExamUpload[] }
  | { kind: 'changed'; id: string; change: Partial<ExamUpload> }
  | { kind: 'removed'; id: string };

function reduce(uploads: readonly ExamUpload[], action: Action): readonly ExamUpload[] {
  switch (action.kind) {
    case 'added':
      return [...uploads, ...action.uploads];
    case 'changed':
      return uploads.map((one) => (one.id === action.id ? { ...one, ...action.change } : one));
    case 'removed':
      return uploads.filter(({ id }) => id !== action.id);
  }
}

/** Sent at the same time; more would only slow one another down. */
const AT_ONCE = 2;

/** The files that somebody adds to a patient: chosen, given a type, sent, each for itself. */
export function useExamUploads(idUser: string) {
  const cache = useQueryClient();
  const [uploads, dispatch] = useReducer(reduce, []);
  const controllers = useRef(new Map<string, AbortController>());
  const change = (id: string, change: Partial<ExamUpload>) =>
    dispatch({ kind: 'changed', id, change });

  async function send(one: ExamUpload, idLaboratory: string | null): Promise<boolean> {
    const controller = new AbortController();
    controllers.current.set(one.id, controller);
    change(one.id, { state: 'uploading', share: 0, error: undefined });
    const examType = examTypeOf(one.examType);
    try {
      const data = await upload({
        path: '/v1/exam/create',
        fields: { idUser, examType, idLaboratory: idLaboratory ?? undefined },
        file: one.file,
        // The same exam under the same name, however often it has to be sent.
        idempotencyKey: `${one.id}:${idLaboratory}:${examType}`.slice(0, 200),
        onProgress: (share) => change(one.id, { share }),
        signal: controller.signal,
      });
      await changeExams(cache, idUser, (exams) => withExam(exams, readExam(data)));
      change(one.id, { state: 'done' });
      return true;
    } catch (error) {
      const wasCancelled = controller.signal.aborted;
      const message = error instanceof Error ? error.message : '';
      change(one.id, wasCancelled ? { state: 'waiting' } : { state: 'failed', error: message });
      return false;
    } finally {
      controllers.current.delete(one.id);
    }
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): ExamUpload => {
        const error = fileRefusal(file);
        const state = error === undefined ? 'waiting' : 'refused';
        return { id: crypto.randomUUID(), file, examType: '', state, share: 0, error };
      });
      dispatch({ kind: 'added', uploads: added });
    },
    setType: (id: string, examType: string) => change(id, { examType }),
    remove: (id: string) => dispatch({ kind: 'removed', id }),
    cancel: (id: string) => controllers.current.get(id)?.abort(),
    cancelAll() {
      for (const controller of controllers.current.values()) controller.abort();
    },
    /** Sends what is not there yet. Resolves to how many arrived and whether that was all of them. */
    async sendAll(idLaboratory: string | null): Promise<{ sent: number; all: boolean }> {
      const queue = uploads.filter(({ state }) => state === 'waiting' || state === 'failed');
      const total = queue.length;
      let sent = 0;
      const work = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) {
          if (await send(one, idLaboratory)) sent += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { sent, all: sent === total };
    },
  };
}

export type ExamUploads = ReturnType<typeof useExamUploads>;
