import { lazyForm } from '../../lib/lazy-on-use.ts';

export const LazyNewProspect = lazyForm(() => import('./NewProspectModal.tsx'));
