import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { whenProofNeeded } from '../../../lib/api/send.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';

const ProofDialog = lazyOnUse(() => import('./ProofDialog.tsx'));

/**
 * Opens `ProofDialog` when a call needs a recent confirmation by the owner of the account. The gate is rendered before
 * the pages, so that Escape closes its dialog and not a page's dialog below.
 */
export function ProofGate() {
  const opener = useRef<Element | null>(null);
  const [resolve, setResolve] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(() => {
    let pending: ((isProved: boolean) => void) | undefined;
    whenProofNeeded(
      () =>
        new Promise((resolvePending) => {
          pending = resolvePending;
          opener.current = document.activeElement;
          setResolve(() => resolvePending);
        }),
    );
    return () => {
      // The session ended while the dialog was open.
      pending?.(false);
      whenProofNeeded(async () => false);
    };
  }, []);
  useWindowEvent(
    'keydown',
    (event) => {
      if (resolve === null || event.key !== 'Escape') return;
      event.stopImmediatePropagation();
      close();
    },
    { capture: true },
  );

  function close(isProved = false) {
    resolve?.(isProved);
    setResolve(null);
    (opener.current as HTMLElement | null)?.focus();
  }

  return resolve && <ProofDialog onClose={close} />;
}
