import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from './toast-demand.ts';

const ToastRegion = lazy(() => import('./ToastRegion.tsx'));

/** Stands once in the app, and costs nothing until the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
