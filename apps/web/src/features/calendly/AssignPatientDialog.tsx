import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';

const AssignPatientModal = lazyOnUse(async () => ({
  default: (await import('./AssignPatientModal.tsx')).AssignPatientModal,
}));

interface AssignPatientDialogProps {
  /** A booking of an unknown person in an agenda; null closes the dialog. */
  booking: AgendaRow | null;
  onClose: () => void;
  onAssigned: () => void;
}

/** The dialog that assigns a booking of an agenda to its patient; loaded when the first one opens. */
export function AssignPatientDialog({ booking, ...dialog }: AssignPatientDialogProps) {
  const [shown, setShown] = useState(booking);
  if (booking !== null && booking !== shown) setShown(booking);
  if (shown === null) return null;
  return (
    <AssignPatientModal
      {...dialog}
      opened={booking !== null}
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
