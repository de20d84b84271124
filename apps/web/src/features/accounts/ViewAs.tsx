import { Suspense } from 'react';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import { useViewedRole } from '../session/public.ts';

const ViewAsBanner = lazyWithPrefetch(() => import('./ViewAsBanner.tsx'));

/** Says as which role the product is seen; nothing where it is seen as the account itself. */
export function ViewAs() {
  const role = useViewedRole();
  if (role === null) return null;
  return (
    <Suspense>
      <ViewAsBanner role={role} />
    </Suspense>
  );
}
