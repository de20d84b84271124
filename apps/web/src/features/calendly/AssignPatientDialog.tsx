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
export function AssignPatientDialog({ booking, ...dialog }: AssignPatientDialogProps) {
  const [shownBooking, setShownBooking] = useState(booking);
  if (booking !== null && booking !== shownBooking) setShownBooking(booking);
  if (shownBooking === null) return null;
  return (
    <AssignPatientModal
      {...dialog}
      opened={booking !== null}
      appointment={{
        idAppointment: shownBooking.id,
        status: shownBooking.status,
        type: null,
        calendly_data: { start_time: shownBooking.startsAt, meeting_url: null, place: null },
        createDate: null,
        invitee: { name: shownBooking.name, email: shownBooking.email },
        version: shownBooking.version,
      }}
    />
  );
}
