import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';

const AssignPatientModal = lazyOnUse(() => import('./AssignPatientModal.tsx'));

interface AssignPatientDialogProps {
  /** A booking without a patient in an agenda; null closes the dialog. */
  booking: AgendaRow | null;
  onClose: () => void;
  onAssigned: () => void;
}

/** The dialog that assigns a booking of an agenda to its patient. */
export function AssignPatientDialog(props: AssignPatientDialogProps) {
  const { booking, onClose, onAssigned } = props;
  const [shown, setShown] = useState(booking);
  if (booking !== null && booking !== shown) setShown(booking);
  if (shown === null) return null;
  return (
    <AssignPatientModal
      opened={booking !== null}
      onClose={onClose}
      onClosed={(isAssigned) => {
        setShown(null);
        if (isAssigned) onAssigned();
      }}
      appointment={{
        idAppointment: shown.id,
        status: shown.status,
        type: null,
        calendly_data: { start_time: shown.startsAt, meeting_url: null },
        createDate: null,
        invitee: { name: shown.name, email: shown.email },
        version: shown.version,
      }}
    />
  );
}
