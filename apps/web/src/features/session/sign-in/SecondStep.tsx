import { lazy, Suspense } from 'react';
import { retryImport } from '../../../lib/lazy-with-prefetch.ts';
import type { SecondStepFormProps } from './SecondStepForm.tsx';

const SecondStepForm = lazy(() => retryImport(() => import('./SecondStepForm.tsx')));

/** Asks for the second step of a sign-in. */
export function SecondStep(props: SecondStepFormProps) {
  return (
    <Suspense>
      <SecondStepForm {...props} />
    </Suspense>
  );
}
