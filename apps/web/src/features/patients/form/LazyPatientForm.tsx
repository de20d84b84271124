import { Suspense } from 'react';
import { lazyWithPrefetch } from '../../../lib/lazy-with-prefetch.ts';
import { useOnceTrue } from '../../../lib/use-once-true.ts';
import { useHasDraft } from '../../session/public.ts';
import type { PatientFormProps } from './PatientForm.tsx';

const PatientForm = lazyWithPrefetch(() => import('./PatientForm.tsx'));

/** The form of a patient once it is requested, or holds a draft from before the session ended. */
export function LazyPatientForm(props: PatientFormProps) {
  const isKept = useHasDraft(props.name);
  const isNeeded = useOnceTrue(isKept || props.requested !== null);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <PatientForm {...props} />
    </Suspense>
  );
}
