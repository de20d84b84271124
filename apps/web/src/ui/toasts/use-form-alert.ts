import { useEffect, useMemo } from 'react';
import { closeToast, type FailureOptions, notifyError } from './notify.tsx';

/**
 * Why a form could not be saved, or not take something. One at a time: what was said of an earlier
 * try is not true of the next, nor of the page that follows.
 */
export function useFormAlert() {
  const alert = useMemo(createAlert, []);
  useEffect(() => alert.clear, [alert]);
  return alert;
}

function createAlert() {
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
