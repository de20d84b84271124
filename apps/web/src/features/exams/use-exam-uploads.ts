import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { upload } from '../../lib/api/upload.ts';
import { examTypeOf } from './ExamTypeInput.tsx';
import { changeExams, readExam, refreshHistory, withExam } from './exam-cache.ts';
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

/** What is sent in one go; calling it off stops also what has not begun. */
interface Batch {
  readonly whole: AbortController;
  /** One for each file that is under way. */
  readonly underWay: Map<string, AbortController>;
}

/** The files that somebody adds to a patient: chosen, given a type, sent, each for itself. */
export function useExamUploads(idUser: string) {
  const cache = useQueryClient();
  const [uploads, dispatch] = useReducer(reduce, []);
  const batch = useRef<Batch>(null);
  const keyOf = useKeys();
  const change = (id: string, change: Partial<ExamUpload>) =>
    dispatch({ kind: 'changed', id, change });

  async function send(one: ExamUpload, idLaboratory: string | null, { whole, underWay }: Batch) {
    const own = new AbortController();
    const signal = AbortSignal.any([whole.signal, own.signal]);
    underWay.set(one.id, own);
    change(one.id, { state: 'uploading', share: 0, error: undefined });
    const examType = examTypeOf(one.examType);
    try {
      const data = await upload({
        path: '/v1/exam/create',
        fields: { idUser, examType, idLaboratory: idLaboratory ?? undefined },
        files: { file: one.file },
        idempotencyKey: keyOf(JSON.stringify([one.id, examType, idLaboratory])),
        onProgress: (share) => change(one.id, { share }),
        signal,
      });
      await changeExams(cache, idUser, (exams) => withExam(exams, readExam(data)));
      change(one.id, { state: 'done' });
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      change(one.id, signal.aborted ? { state: 'waiting' } : { state: 'failed', error: message });
      // What was called off late may be stored all the same.
      if (signal.aborted) void refreshHistory(cache, idUser);
      return false;
    } finally {
      underWay.delete(one.id);
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
    cancel: (id: string) => batch.current?.underWay.get(id)?.abort(),
    cancelAll: () => batch.current?.whole.abort(),
    /** Sends what is not there yet. Resolves to how many arrived and whether that was all of them. */
    async sendAll(idLaboratory: string | null): Promise<{ sent: number; all: boolean }> {
      const queue = uploads.filter(({ state }) => state === 'waiting' || state === 'failed');
      const total = queue.length;
      const current: Batch = { whole: new AbortController(), underWay: new Map() };
      batch.current = current;
      let sent = 0;
      const work = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) {
          if (current.whole.signal.aborted) return;
          if (await send(one, idLaboratory, current)) sent += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { sent, all: sent === total };
    },
  };
}

/** The same name for the same wish, so that one whose answer was lost is not stored twice. */
function useKeys(): (wish: string) => string {
  const keys = useRef(new Map<string, string>());
  return (wish) => {
    const key = keys.current.get(wish) ?? crypto.randomUUID();
    keys.current.set(wish, key);
    return key;
  };
}

export type ExamUploads = ReturnType<typeof useExamUploads>;
