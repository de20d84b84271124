import { type WorkingCopy, workingCopy } from '@simiente/contract/reports/working-copy';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../../lib/api/failure.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import { useDraftRecovery } from '../../session/public.ts';
import {
  type ReviewAct,
  review,
  toWritten,
  type WorkingSentence,
  withKeys,
} from './working-sentences.ts';

/** Milliseconds without a change after which it is saved. */
const PAUSE = 700;

interface Draft {
  readonly sentences: readonly WorkingSentence[];
}

type Act = ReviewAct | { readonly type: 'replace'; readonly sentences: readonly WorkingSentence[] };

const reduce = (sentences: readonly WorkingSentence[], act: Act) =>
  act.type === 'replace' ? act.sentences : review(sentences, act);

/** Whether another account has the review, or it has ended. */
function isGone(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    ['REVIEW_OF_ANOTHER', 'REVIEW_ENDED', 'NOT_FOUND'].includes(error.code)
  );
}

const serializeSentences = (sentences: readonly WorkingSentence[]) =>
  JSON.stringify(toWritten(sentences));

/**
 * The working copy as it is edited here. Every change is saved after a short pause, one save at a time.
 * @param onGone is called with the sentences that could not be saved, because another account took the review over
 */
export function useWorkingCopy(
  opened: WorkingCopy,
  onGone: (unsaved: readonly WorkingSentence[]) => void,
) {
  const { recovered, keep } = useDraftRecovery<Draft>(`review ${opened.idWorkingCopy}`);
  const [sentences, act] = useReducer(
    reduce,
    undefined,
    (): readonly WorkingSentence[] => recovered?.sentences ?? withKeys(opened.sentences),
  );
  /** State on the server. */
  const [saved, setSaved] = useState(opened);
  const savedContent = useRef(serializeSentences(withKeys(opened.sentences)));
  const [isAcknowledging, setAcknowledging] = useState(false);
  const content = serializeSentences(sentences);
  const isDirty = content !== savedContent.current || isAcknowledging;
  const version = useRef(opened.version);
  /** The current save; the next one follows it. */
  const underWay = useRef<Promise<unknown>>(undefined);

  const saving = useMutation({
    mutationFn: async () => {
      const sent = toWritten(sentences);
      const acknowledged = isAcknowledging && { acknowledge: true };
      const input = { idWorkingCopy: opened.idWorkingCopy, version: version.current };
      try {
        const answer = await api.reports.saveWorkingCopy({
          ...input,
          sentences: sent,
          ...acknowledged,
        });
        return answer.data.workingCopy;
      } catch (error) {
        // It was saved, and the answer was lost.
        const now = parseCurrent(error as Error);
        if (
          now !== undefined &&
          serializeSentences(withKeys(now.sentences)) === JSON.stringify(sent)
        )
          return now;
        throw error;
      }
    },
    retry: false,
    onSuccess: take,
    onError: (error) => {
      if (isGone(error)) onGone(sentences);
    },
  });

  function take(copy: WorkingCopy) {
    savedContent.current = serializeSentences(withKeys(copy.sentences));
    version.current = copy.version;
    setAcknowledging(false);
    setSaved(copy);
    const { idUser, kind } = copy;
    cache.setQueryData(queries.reports.getWorkingCopy.queryKey({ input: { idUser, kind } }), {
      status: 200,
      data: { workingCopy: copy },
    });
  }

  async function save(): Promise<WorkingCopy> {
    await underWay.current?.catch(() => undefined);
    const request = saving.mutateAsync();
    underWay.current = request;
    return request;
  }

  async function readAgain(): Promise<WorkingCopy> {
    const { idUser, kind } = saved;
    const now = (await api.reports.getWorkingCopy({ idUser, kind })).data.workingCopy;
    // Taking over another window's text is a choice, and the signature records it.
    if (now?.idWorkingCopy !== saved.idWorkingCopy || now.version !== version.current) return saved;
    take(now);
    return now;
  }

  /** Another window of this account saved first. */
  const current = parseCurrent(saving.error);
  const failure = saving.isError && current === undefined ? saving.error : null;
  const maySave = isDirty && current === undefined && !isGone(saving.error);

  const saveSoon = useEffectEvent(() => {
    if (maySave) save().catch(showInScreen);
  });
  useEffect(() => {
    const isUnsaved = content !== savedContent.current || isAcknowledging;
    if (!isUnsaved || saving.isPending) return;
    const timer = setTimeout(saveSoon, PAUSE);
    return () => clearTimeout(timer);
  }, [content, isAcknowledging, saving.isPending]);

  const saveAtTheEnd = useEffectEvent(() => {
    // A user who leaves after a reported failure has accepted the loss.
    if (maySave && failure === null) save().catch(notifyOnNextScreen);
  });
  useEffect(() => () => saveAtTheEnd(), []);

  /** The message above the copy is gone, and the change is lost unless it is saved now. */
  function notifyOnNextScreen(error: Error) {
    notifyError('No se guardó tu último cambio en la revisión', {
      detail: error.message,
      ...(maySave && { onRetry: () => void save().catch(notifyOnNextScreen) }),
    });
  }

  useEffect(() => keep(isDirty ? { sentences } : undefined));

  return {
    sentences,
    act: act as (act: ReviewAct) => void,
    saved,
    isDirty,
    isSaving: saving.isPending,
    /** Why the last change is not saved, and will not be retried automatically. */
    failure,
    current,
    acknowledge: () => setAcknowledging(true),
    retry: () => void save().catch(showInScreen),
    /** Replaces the local text with the one that another window saved. */
    takeCurrent: () => {
      if (current === undefined) return;
      act({ type: 'replace', sentences: withKeys(current.sentences) });
      take(current);
      saving.reset();
    },
    keepMine: () => {
      if (current === undefined) return;
      version.current = current.version;
      save().catch(showInScreen);
    },
    /**
     * Saves the pending changes, and reads the findings from the current results.
     * @throws ApiFailure
     */
    settle: async (): Promise<WorkingCopy> => {
      await underWay.current?.catch(() => undefined);
      return isDirty ? save() : readAgain();
    },
  };
}

/** The message above the copy shows why a save failed. */
function showInScreen(): void {}

const parseCurrent = (error: Error | null) => workingCopy.safeParse(staleDetails(error)).data;

/** The working copy on the screen: its sentences, its saved state, and its changes. */
export type Work = ReturnType<typeof useWorkingCopy>;
