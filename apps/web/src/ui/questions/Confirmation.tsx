import { Suspense } from 'react';
import { lazyOnUse, useOnceTrue } from '../../lib/lazy-on-use.ts';
import { loadToasts } from '../toasts/ToastHost.tsx';
import type { ConfirmationProps } from './ConfirmationDialog.tsx';

export type { ConfirmationProps };

/** Preloads the notifications, which must also work offline. */
async function loadDialog() {
  const [dialog] = await Promise.all([import('./ConfirmationDialog.tsx'), loadToasts()]);
  return dialog;
}
const ConfirmationDialog = lazyOnUse(loadDialog);

/** The question before something happens to several records. The focus begins on Cancelar. */
export function Confirmation(props: ConfirmationProps) {
  const isNeeded = useOnceTrue(props.opened);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ConfirmationDialog {...props} />
    </Suspense>
  );
}
