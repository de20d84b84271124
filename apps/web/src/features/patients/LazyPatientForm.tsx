import { Suspense } from 'react';
import { later } from '../../lib/later.ts';
import { useOnceTrue } from '../../lib/use-once-true.ts';
import { useIsDraftKept } from '../session/public.ts';
import type { PatientFormDialogProps } from './PatientFormDialog.tsx';
import { keptPatientDraft } from './use-kept-patient-draft.ts';

const PatientFormDialog = later(() => import('./PatientFormDialog.tsx'));

/** The form of a patient once somebody wishes for it, or had not finished it when their session ended. */
export function LazyPatientForm(props: PatientFormDialogProps) {
  const isKept = useIsDraftKept(keptPatientDraft(props.place));
  const isNeeded = useOnceTrue(isKept || props.wish !== null);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <PatientFormDialog {...props} />
    </Suspense>
  );
}
