import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { useRef, useState } from 'react';
import { invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { upload } from '../../lib/api/upload.ts';
import { useCan } from '../session/public.ts';
import { suggestType, toExamType } from './ExamTypeInput.tsx';
import { fileRejection, readExam, refreshHistory } from './exam-cache.ts';

export interface ExamUpload {
  readonly id: string;
  readonly file: File;
  /** Typed text. */
  readonly examType: string;
  /** 'YYYY-MM-DD', or empty. */
  readonly examDate: string;
  /** The order that the file answers, or empty for none; undefined before a choice. */
  readonly idOrder: string | undefined;
  /** `rejected` can only be removed; `failed` can be retried. */
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed' | 'rejected';
  /** Share of the bytes sent, from 0 to 1. */
  readonly share: number;
  readonly error?: string | undefined;
}

/** More parallel uploads would only share the same bandwidth. */
const PARALLEL_UPLOADS = 2;

/** Files to add to a patient; each has its type, upload and outcome. */
export function useExamUploads(idUser: string) {
  const [items, setItems] = useState<readonly ExamUpload[]>([]);
  /** Files of the current submission that have not started. */
  const queue = useRef<ExamUpload[]>([]);
  /** Running uploads, by id of the file. */
  const controllers = useRef(new Map<string, AbortController>());
  const keyFor = useIdempotencyKeys();
  const change = (id: string, changes: Partial<ExamUpload>) =>
    setItems((current) => current.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  const { data: orders = [] } = useAnswer(queries.examOrders.list, {
    input: { idUser },
    select: ({ orders }) => orders,
    enabled: useCan()('orders.read'),
  });
  const offers = matchOrders(
    items
      .filter(({ state }) => state !== 'rejected')
      .map((file) => ({ ...file, examType: toExamType(file.examType) })),
    orders,
  );

  async function send(item: ExamUpload, idLaboratory: string | null) {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(item.id, controller);
    change(item.id, { state: 'uploading', share: 0, error: undefined });
    const examType = toExamType(item.examType);
    const examDate = item.examDate === '' ? undefined : item.examDate;
    const idOrder = offers.get(item.id)?.idOrder || undefined;
    try {
      await upload({
        path: '/v1/exam/create',
        fields: { idUser, examType, examDate, idLaboratory: idLaboratory ?? undefined, idOrder },
        files: { file: item.file },
        idempotencyKey: keyFor(
          JSON.stringify([item.id, examType, examDate, idLaboratory, idOrder]),
        ),
        onProgress: (share) => change(item.id, { share }),
        signal,
        read: readExam,
      });
      change(item.id, { state: 'done' });
      void refreshHistory(idUser);
      if (idOrder !== undefined) void refreshOrders();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      change(item.id, signal.aborted ? { state: 'waiting' } : { state: 'failed', error: message });
      if (error instanceof ApiFailure && error.code === 'ORDER_NOT_OPEN') void refreshOrders();
      // A late cancellation may not have stopped the server.
      if (signal.aborted) void refreshHistory(idUser);
      return false;
    } finally {
      controllers.current.delete(item.id);
    }
  }

  const refreshOrders = () => invalidate(queries.examOrders.key());

  return {
    items,
    /** Orders that each file may answer, by id of the file. */
    offers,
    add(files: readonly File[]) {
      const added = files.map((file, index): ExamUpload => {
        const listed = [...items.map((item) => item.file), ...files.slice(0, index)];
        const isListed = listed.some((other) => isSameFile(file, other));
        const error = isListed ? 'Este archivo ya está en la lista.' : fileRejection(file);
        const state = error === undefined ? 'waiting' : 'rejected';
        return {
          id: crypto.randomUUID(),
          file,
          examType: suggestType(file.name),
          examDate: '',
          idOrder: undefined,
          state,
          share: 0,
          error,
        };
      });
      setItems((current) => [...current, ...added]);
    },
    setType: (id: string, examType: string) => change(id, { examType, idOrder: undefined }),
    setOrder: (id: string, idOrder: string) => change(id, { idOrder }),
    setDate: (id: string, examDate: string) => change(id, { examDate }),
    remove: (id: string) => setItems((current) => current.filter((item) => item.id !== id)),
    cancel: (id: string) => controllers.current.get(id)?.abort(),
    cancelAll() {
      queue.current = [];
      for (const controller of controllers.current.values()) controller.abort();
    },
    /** Uploads the files that are not saved yet. @returns the number of successes, and whether all succeeded */
    async sendAll(idLaboratory: string | null): Promise<{ sent: number; allSent: boolean }> {
      queue.current = items.filter(({ state }) => state === 'waiting' || state === 'failed');
      const total = queue.current.length;
      let sent = 0;
      const work = async () => {
        for (let next = queue.current.shift(); next; next = queue.current.shift()) {
          if (await send(next, idLaboratory)) sent += 1;
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, work));
      return { sent, allSent: sent === total };
    },
  };
}

/** Whether two chosen files are probably the same one; the page knows no path. */
const isSameFile = (file: File, other: File) =>
  file.name === other.name && file.size === other.size && file.lastModified === other.lastModified;

/** Returns the same key for the same content, so that a retry after a lost answer stores nothing twice. */
function useIdempotencyKeys(): (content: string) => string {
  const keys = useRef(new Map<string, string>());
  return (content) => {
    const key = keys.current.get(content) ?? crypto.randomUUID();
    keys.current.set(content, key);
    return key;
  };
}

export type ExamUploads = ReturnType<typeof useExamUploads>;

/** A file to upload, and the order that the user chose for it. */
interface FileToMatch {
  readonly id: string;
  /** Stored type. */
  readonly examType: string;
  /** Empty for none; undefined before a choice. */
  readonly idOrder: string | undefined;
}

interface Offer {
  /** Orders that wait for this study. */
  readonly orders: readonly ExamOrder[];
  /** The order that the file answers, or empty. */
  readonly idOrder: string;
}

/**
 * Orders that each file may answer, by id of the file, and the order that it answers: the chosen one, or the only
 * one. Two files do not answer the same study of an order.
 */
export function matchOrders(
  files: readonly FileToMatch[],
  orders: readonly ExamOrder[],
): ReadonlyMap<string, Offer> {
  const takenStudies = new Set<string>();
  return new Map(
    files.map(({ id, examType, idOrder }) => {
      const waitingOrders = orders.filter(
        (order) =>
          !takenStudies.has(`${order.idOrder} ${examType}`) &&
          order.studies.some((study) => study.examType === examType && study.state === 'pedido'),
      );
      const isOffered = waitingOrders.some((order) => order.idOrder === idOrder);
      const onlyOrder = waitingOrders.length === 1 ? waitingOrders[0]?.idOrder : undefined;
      const answeredOrder = idOrder === '' || isOffered ? idOrder : onlyOrder;
      if (answeredOrder) takenStudies.add(`${answeredOrder} ${examType}`);
      return [id, { orders: waitingOrders, idOrder: answeredOrder ?? '' }];
    }),
  );
}
