import { Suspense } from 'react';
import { lazyOnUse, useOnceTrue } from '../../../lib/lazy-on-use.ts';
import type { AppointmentDialogProps } from './AppointmentCardModal.tsx';

const AppointmentCardModal = lazyOnUse(() => import('./AppointmentCardModal.tsx'));

/** The card of an appointment, with the acts on it. Opens on any page. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const isNeeded = useOnceTrue(props.id !== null);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <AppointmentCardModal {...props} />
    </Suspense>
  );
}
