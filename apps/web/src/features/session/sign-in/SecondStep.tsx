import { Suspense } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import type { SecondStepFormProps } from './SecondStepForm.tsx';

const SecondStepForm = lazyOnUse(() => import('./SecondStepForm.tsx'));

/** Asks for the second step of a sign-in. */
export function SecondStep(props: SecondStepFormProps) {
  return (
    <Suspense>
      <SecondStepForm {...props} />
    </Suspense>
  );
}
