import { lazy, Suspense, useSyncExternalStore } from 'react';
import { retryImport } from '../../lib/lazy-with-prefetch.ts';
import { areToastsWanted, onToastsWanted } from './toast-demand.ts';

/** The code that draws toasts, ahead of the first. */
export const loadToasts = () => import('./ToastRegion.tsx');
const ToastRegion = lazy(() => retryImport(loadToasts));

/** Mounted once in the app; loads the toasts' code with the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
