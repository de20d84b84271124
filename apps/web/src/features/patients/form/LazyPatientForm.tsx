import { Suspense } from 'react';
import { lazyOnUse, useOnceTrue } from '../../../lib/lazy-on-use.ts';
import { useHasDraft } from '../../session/public.ts';
import type { PatientFormProps } from './PatientForm.tsx';

const PatientForm = lazyOnUse(() => import('./PatientForm.tsx'));

/** The form of a patient, loaded when it is requested or a draft is recovered. */
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
