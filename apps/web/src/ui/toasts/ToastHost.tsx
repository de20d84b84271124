import { lazy, Suspense, useSyncExternalStore } from 'react';
import { insist } from '../../lib/later.ts';
import { areToastsWanted, onToastsWanted } from './toast-demand.ts';

/** The code that draws toasts, ahead of the first. */
export const loadToasts = () => import('./ToastRegion.tsx');
const ToastRegion = lazy(() => insist(loadToasts));

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
