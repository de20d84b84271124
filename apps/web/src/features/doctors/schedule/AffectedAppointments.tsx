import { Modal } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import type { AgendaRow, Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { AppointmentForm, type AppointmentRequest, toDateTime } from '../../appointments/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import classes from './SchedulePage.module.css';

/** The doctor's next appointments, with bookings of Calendly; undefined until they are loaded. */
export function useUpcoming(idDoctor: string): readonly AgendaRow[] | undefined {
  return useAnswer(queries.doctors.upcoming, {
    input: { idDoctor },
    select: ({ appointments }) => appointments,
  }).data;
}

interface AffectedButtonProps {
  affected: readonly AgendaRow[];
  /** Lists appointments, by id. */
  onList: (ids: readonly string[]) => void;
}

/** A button such as '4 citas dentro' for the appointments within an absence or holiday; nothing without any. */
export function AffectedButton({ affected, onList }: AffectedButtonProps) {
  if (affected.length === 0) return null;
  return (
    <Button
      kind="subtle"
      size="compact-sm"
      icon={IconAlertTriangle}
      aria-haspopup="dialog"
      onClick={() => onList(affected.map(({ id }) => id))}
    >
      {`${pluralize(affected.length, ['cita', 'citas'])} dentro`}
    </Button>
  );
}

export interface AffectedRequest {
  readonly doctor: Pick<Doctor, 'idDoctor' | 'name'>;
  /** The affected appointments; 'all' for a doctor who takes no more appointments. */
  readonly ids: readonly string[] | 'all';
  /** Whether to open the form of each appointment immediately, one after another. */
  readonly isReschedulingAll: boolean;
}

interface AffectedAppointmentsProps {
  requested: AffectedRequest | null;
  onClose: () => void;
}

/** Appointments that must move, with contact data, and a new time for one or for all, one after another. */
export function AffectedAppointments({ requested, onClose }: AffectedAppointmentsProps) {
  const [isUnderDialog, setUnderDialog] = useState(false);
  return (
    <Modal
      opened={requested !== null}
      onClose={onClose}
      // While the dialog of an appointment is open, Escape closes only that dialog.
      closeOnEscape={!isUnderDialog}
      title="Citas por reprogramar"
      size={760}
    >
      {requested && (
        <AffectedList
          key={String(requested.ids)}
          request={requested}
          onOpenedChange={setUnderDialog}
        />
      )}
    </Modal>
  );
}

interface AffectedListProps {
  request: AffectedRequest;
  /** Whether the dialog of an appointment is open over the list. */
  onOpenedChange: (isOpen: boolean) => void;
}

function AffectedList({ request, onOpenedChange }: AffectedListProps) {
  const { doctor, ids, isReschedulingAll } = request;
  const timeZone = useClinicTimeZone();
  const mayEdit = useCan()('patients.edit');
  const upcoming = useUpcoming(doctor.idDoctor);
  const [movedIds, setMovedIds] = useState<readonly string[]>([]);
  const isRetired = ids === 'all';
  /** The last chosen doctor, offered for the other appointments of a retired doctor. */
  const [successor, setSuccessor] = useState<{ id: string; name: string } | null>(null);
  const opening = useToastMutation('No se pudo abrir la cita', {
    mutationFn: ({ id }: AgendaRow) => api.appointments.getOne({ idAppointment: id }),
    onSuccess: ({ data: { kind, appointment } }) => {
      if (kind !== 'doctor_appointment') return;
      // Another user may have cancelled it since the list was loaded.
      if (appointment.status === 'cancelled') {
        setMovedIds([...movedIds, appointment.id]);
        notifySuccess(`La cita de ${appointment.patient.name} ya está cancelada`);
        const next = movable.find(({ id }) => id !== appointment.id);
        if (isChain && next) opening.mutate(next);
        return;
      }
      // With this value, the form offers free times from the appointment's time on.
      const when = toDateTime(appointment.appointmentDate.date, timeZone);
      const doctor = isRetired && { doctor: successor };
      setRequested({ record: appointment, start: { when, ...doctor } });
    },
  });
  const remaining = (upcoming ?? []).filter(
    ({ id }) => (ids === 'all' || ids.includes(id)) && !movedIds.includes(id),
  );
  /** Leaves out bookings of Calendly, which can only be rescheduled there. */
  const movable = mayEdit ? remaining.filter(({ kind }) => kind === 'doctor') : [];
  const [requested, setRequested] = useState<AppointmentRequest | null>(null);
  const openFirst = useEffectEvent(() => {
    if (isReschedulingAll && movable[0]) opening.mutate(movable[0]);
  });
  useEffect(() => openFirst(), []);
  useEffect(() => onOpenedChange(requested !== null), [requested, onOpenedChange]);
  /** Whether saving one appointment opens the next. */
  const [isChain, setChain] = useState(isReschedulingAll);

  function open(appointment: AgendaRow, { thenNext }: { thenNext: boolean }) {
    setChain(thenNext);
    opening.mutate(appointment);
  }

  /** A dialog that closes without saving ends the chain. */
  function openNext({ id }: DoctorAppointment) {
    const [next] = movable;
    setRequested(null);
    if (isChain && movedIds.includes(id) && next) open(next, { thenNext: true });
  }

  if (upcoming !== undefined && remaining.length === 0) {
    return <p className={classes.empty}>Ya no quedan citas por reprogramar.</p>;
  }
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        {titledName(doctor.name)} no podrá atenderlas. Llama o escribe a cada paciente y elige{' '}
        {isRetired ? 'a otro médico' : 'otro horario'}.
      </p>
      <ul className={classes.rows}>
        {remaining.map((appointment) => (
          <li key={appointment.id} className={`${classes.row} ${classes.person}`}>
            <AppointmentTime
              instant={appointment.startsAt}
              end={appointment.endsAt}
              place={appointment.place}
            />
            <span className={classes.words}>
              {appointment.idUser === null ? (
                <b>{appointment.name}</b>
              ) : (
                <Link to="/pacientes/$idUser" params={{ idUser: appointment.idUser }}>
                  {appointment.name}
                </Link>
              )}
              <PhoneContact phone={appointment.phone} name={appointment.name} />
              <EmailContact email={appointment.email} name={appointment.name} />
              {appointment.kind !== 'doctor' && (
                <span className={classes.detail}>Se agendó en Calendly; reprográmala allá.</span>
              )}
            </span>
            {movable.includes(appointment) && (
              <Button
                kind="default"
                aria-label={`Reprogramar la cita de ${appointment.name}`}
                aria-haspopup="dialog"
                onClick={() => open(appointment, { thenNext: false })}
              >
                Reprogramar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {movable.length > 1 && (
        <div>
          <Button onClick={() => movable[0] && open(movable[0], { thenNext: true })}>
            Reprogramar todas
          </Button>
        </div>
      )}
      <AppointmentForm
        requested={requested}
        onSaved={({ id, idDoctor, doctor: { name } }) => {
          setMovedIds([...movedIds, id]);
          setSuccessor({ id: idDoctor, name });
        }}
        onClosed={(appointment) => appointment && openNext(appointment)}
      />
    </div>
  );
}
