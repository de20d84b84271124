import { Suspense } from 'react';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import { useOnceTrue } from '../../lib/use-once-true.ts';
import { useHasDraft } from '../session/public.ts';
import type { NewProspectModalProps } from './NewProspectModal.tsx';

const NewProspectModal = lazyWithPrefetch(() => import('./NewProspectModal.tsx'));

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
