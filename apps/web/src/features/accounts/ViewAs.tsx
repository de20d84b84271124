import { Suspense } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useViewedRole } from '../session/public.ts';

const ViewAsBanner = lazyOnUse(() => import('./ViewAsBanner.tsx'));

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
