import { useEffect, useMemo } from 'react';
import { closeToast, type FailureOptions, notifyError } from './notify.tsx';

/**
 * The failure of one action. One toast at a time: what was said of an earlier try is not true of the
 * next, nor of the page that follows.
 */
export function useFailureToast() {
  const failure = useMemo(createFailure, []);
  useEffect(() => failure.clear, [failure]);
  return failure;
}

function createFailure() {
  let shown: string | undefined;
  const clear = () => {
    if (shown !== undefined) closeToast(shown);
    shown = undefined;
  };
  return {
    tell: (title: string, options?: FailureOptions) => {
      clear();
      shown = notifyError(title, options);
    },
    clear,
  };
}
