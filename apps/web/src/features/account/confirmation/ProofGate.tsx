import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { whenProofNeeded } from '../../../lib/api/send.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';

const ProofDialog = lazyOnUse(() => import('./ProofDialog.tsx'));

/**
 * Opens the dialog for a call that needs a recent confirmation. Rendered before the pages, so that Escape closes
 * this dialog and not the one below it.
 */
export function ProofGate() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(() => {
    let pending: ((isProved: boolean) => void) | undefined;
    whenProofNeeded(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setAnswer(() => resolve);
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
      if (answer === null || event.key !== 'Escape') return;
      event.stopImmediatePropagation();
      done(false);
    },
    { capture: true },
  );

  function done(isProved: boolean) {
    answer?.(isProved);
    setAnswer(null);
  }

  return answer && <ProofDialog onDone={done} />;
}
