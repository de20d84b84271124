import { Suspense } from 'react';
import { later } from '../../lib/later.ts';
import { useOnceTrue } from '../../lib/use-once-true.ts';
import type { ConfirmationProps } from './ConfirmationDialog.tsx';

export type { ConfirmationProps };

const ConfirmationDialog = later(() => import('./ConfirmationDialog.tsx'));

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
