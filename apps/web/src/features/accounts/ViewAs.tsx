import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useViewedRole } from '../session/public.ts';

const ViewAsBanner = lazyOnUse(() => import('./ViewAsBanner.tsx'));

/** Banner with the role as which the user views the product, if any. */
export function ViewAs() {
  const role = useViewedRole();
  return role && <ViewAsBanner role={role} />;
}
