import { Suspense } from 'react';
import { lazyOnUse, useOnceTrue } from '../../lib/lazy-on-use.ts';
import { useHasDraft } from '../session/public.ts';
import type { NewProspectModalProps } from './NewProspectModal.tsx';

const NewProspectModal = lazyOnUse(() => import('./NewProspectModal.tsx'));

/** The form of a new prospect, loaded when it is requested or a draft is recovered. */
export function LazyNewProspect(props: NewProspectModalProps) {
  const hasDraft = useHasDraft(props.name);
  const isNeeded = useOnceTrue(hasDraft || props.requested !== null);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <NewProspectModal {...props} />
    </Suspense>
  );
}
