import { describeMeetingPlace } from '@simiente/contract/appointments/calls';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { withoutPatientTitles as titles } from '@simiente/contract/common/column-titles';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import { AppointmentTime } from '../../ui/page/AppointmentTime.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';

type Row = AppointmentWithoutPatient;

export function inviteeName({ invitee }: Row): string {
  return invitee.name?.trim() || invitee.email || 'Sin nombre';
}

/** The start of a booking, with its place in words. */
export const bookingTime = ({ calendly_data: { start_time, place } }: Row) => ({
  instant: start_time,
  ...(place && { detail: describeMeetingPlace(place) }),
});

/** Undefined for an account that may only read. */
type OnAssign = ((row: Row) => void) | undefined;

function AssignButton({ row, onAssign }: { row: Row; onAssign: OnAssign }) {
  if (!onAssign) return null;
  return (
    <Button
      kind="default"
      size="xs"
      aria-haspopup="dialog"
      aria-label={`Asignar paciente a la cita de ${inviteeName(row)}`}
      onClick={() => onAssign(row)}
    >
      Asignar
    </Button>
  );
}

export function appointmentLayout(onAssign: OnAssign): RowLayout<Row> {
  return {
    columns: toColumns<Row>(titles, {
      who: {
        skeleton: 'person',
        cell: (row) => (
          <PersonCell
            name={inviteeName(row)}
            detail={<EmailContact inRow email={row.invitee.email} name={inviteeName(row)} />}
          />
        ),
      },
      type: {
        width: 'max(150px, 14vw)',
        hideBelow: 'md',
        cell: ({ type }) => type ?? '—',
      },
      when: {
        width: '210px',
        cell: (row) => <AppointmentTime isInList {...bookingTime(row)} />,
      },
      booked: {
        width: 'max(130px, 10vw)',
        hideBelow: 'md',
        cell: ({ createDate }) => <DateText value={createDate} />,
      },
      action: {
        header: 'Acción',
        width: '116px',
        cell: (row) => <AssignButton row={row} onAssign={onAssign} />,
      },
    }),
    mobileRow: (row) => ({
      title: inviteeName(row),
      aside: <AssignButton row={row} onAssign={onAssign} />,
      facts: <AppointmentTime isInList {...bookingTime(row)} />,
      contact: <ContactMenu name={inviteeName(row)} phone={null} email={row.invitee.email} />,
    }),
    getRowName: inviteeName,
  };
}
