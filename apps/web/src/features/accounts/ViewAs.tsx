import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useViewedRole } from '../session/public.ts';

const ViewAsBanner = lazyOnUse(() => import('./ViewAsBanner.tsx'));

/** Shows the viewed role; renders nothing for the account's own. */
export function ViewAs() {
  const role = useViewedRole();
  if (role === null) return null;
  return <ViewAsBanner role={role} />;
}
