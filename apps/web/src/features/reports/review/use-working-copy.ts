import { type WorkingCopy, workingCopy } from '@simiente/contract/reports/working-copy';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../../lib/api/failure.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import {
  applyAction,
  type ReviewAction,
  toWritten,
  type WorkingSentence,
  withKeys,
} from './working-sentences.ts';

/** Milliseconds after the last change until it is saved. */
const PAUSE = 700;

type Action =
  | ReviewAction
  | { readonly type: 'replace'; readonly sentences: readonly WorkingSentence[] };

const reduce = (sentences: readonly WorkingSentence[], action: Action) =>
  action.type === 'replace' ? action.sentences : applyAction(sentences, action);

/** Whether another account took over the review, or the review has ended. */
function isGone(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    ['REVIEW_OF_ANOTHER', 'REVIEW_ENDED', 'NOT_FOUND'].includes(error.code)
  );
}

const serializeSentences = (sentences: readonly WorkingSentence[]) =>
  JSON.stringify(toWritten(sentences));

/**
 * The working copy and its edits in this window. Every change is saved after a short pause, one save at a time.
 * @param onLost called with all sentences when a save fails because the review ended or another account took it over
 */
export function useWorkingCopy(
  initialCopy: WorkingCopy,
  onLost: (sentences: readonly WorkingSentence[]) => void,
) {
  const [sentences, dispatch] = useReducer(reduce, undefined, (): readonly WorkingSentence[] =>
    withKeys(initialCopy.sentences),
  );
  const [saved, setSaved] = useState(initialCopy);
  const savedContent = useRef(serializeSentences(withKeys(initialCopy.sentences)));
  const [isAcknowledging, setAcknowledging] = useState(false);
  const content = serializeSentences(sentences);
  const isDirty = content !== savedContent.current || isAcknowledging;
  const version = useRef(initialCopy.version);
  /** The current save; the next save waits for its end. */
  const currentSave = useRef<Promise<unknown>>(undefined);

  const saving = useMutation({
    mutationFn: async () => {
      try {
        const answer = await api.reports.saveWorkingCopy({
          idWorkingCopy: initialCopy.idWorkingCopy,
          version: version.current,
          sentences: toWritten(sentences),
          ...(isAcknowledging && { acknowledge: true }),
        });
        return answer.data.workingCopy;
      } catch (error) {
        // An earlier attempt saved the same sentences, and its answer was lost.
        const stored = parseStored(error as Error);
        if (stored && serializeSentences(withKeys(stored.sentences)) === content) return stored;
        throw error;
      }
    },
    retry: false,
    onSuccess: applySaved,
    onError: (error) => {
      if (isGone(error)) onLost(sentences);
    },
  });

  function applySaved(copy: WorkingCopy) {
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
    await currentSave.current?.catch(() => undefined);
    const request = saving.mutateAsync();
    currentSave.current = request;
    return request;
  }

  /** Reloads the findings. Returns the older copy, which cannot be signed, if another window has saved since. */
  async function reload(): Promise<WorkingCopy> {
    const { idUser, kind, idWorkingCopy } = saved;
    const copy = (await api.reports.getWorkingCopy({ idUser, kind })).data.workingCopy;
    if (copy?.idWorkingCopy !== idWorkingCopy || copy.version !== version.current) return saved;
    applySaved(copy);
    return copy;
  }

  /** The copy that another window of this account saved first. */
  const otherCopy = parseStored(saving.error);
  const failure = saving.isError && otherCopy === undefined ? saving.error : null;
  const maySave = isDirty && otherCopy === undefined && !isGone(saving.error);

  const saveSoon = useEffectEvent(() => {
    if (maySave) save().catch(ignoreShownFailure);
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

  /** Reports a failure after the review was left: without a retry, the change is lost. */
  function notifyOnNextScreen(error: Error) {
    notifyError('No se guardó tu último cambio en la revisión', {
      detail: error.message,
      ...(maySave && { onRetry: () => void save().catch(notifyOnNextScreen) }),
    });
  }

  return {
    sentences,
    dispatch: dispatch as (action: ReviewAction) => void,
    saved,
    isDirty,
    isSaving: saving.isPending,
    /** The error of the last save, which is not retried automatically. */
    failure,
    otherCopy,
    acknowledge: () => setAcknowledging(true),
    retry: () => void save().catch(ignoreShownFailure),
    /** Replaces the text of this window with the text that another window saved. */
    takeOther: () => {
      if (otherCopy === undefined) return;
      dispatch({ type: 'replace', sentences: withKeys(otherCopy.sentences) });
      applySaved(otherCopy);
      saving.reset();
    },
    keepMine: () => {
      if (otherCopy === undefined) return;
      version.current = otherCopy.version;
      save().catch(ignoreShownFailure);
    },
    /** Saves pending changes; without any, reloads the findings. @throws ApiFailure */
    settle: async (): Promise<WorkingCopy> => {
      await currentSave.current?.catch(() => undefined);
      return isDirty ? save() : reload();
    },
  };
}

/** Handles a failed save whose reason is already shown above the copy. */
function ignoreShownFailure(): void {}

/** The stored copy in the error of a save that another save preceded. */
const parseStored = (error: Error | null) => workingCopy.safeParse(staleDetails(error)).data;

export type Work = ReturnType<typeof useWorkingCopy>;
