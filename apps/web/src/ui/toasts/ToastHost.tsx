import { lazy, Suspense, useSyncExternalStore } from 'react';
import { retryImport } from '../../lib/lazy-on-use.ts';
import { areToastsRequested, onToastStateChange } from './toast-requests.ts';

/** Preloads the code of toasts. */
export const loadToasts = () => import('./ToastRegion.tsx');
const ToastRegion = lazy(() => retryImport(loadToasts));

/** Loads the toasts' code with the first toast. Mounted once in the app. */
export function ToastHost() {
  const areRequested = useSyncExternalStore(onToastStateChange, areToastsRequested);
  if (!areRequested) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
