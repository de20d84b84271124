import { Modal } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { type AppointmentRequest, EditAppointment, toWhen } from '../../appointments/public.ts';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './SchedulePage.module.css';

/** The doctor's next appointments; undefined until they are loaded. */
export function useUpcoming(idDoctor: string): readonly DoctorAppointment[] | undefined {
  return useQuery(
    queries.doctors.upcoming.queryOptions({
      input: { idDoctor },
      select: (answer) => answer.data.appointments,
    }),
  ).data;
}

interface AffectedButtonProps {
  affected: readonly DoctorAppointment[];
  /** Lists appointments, by id. */
  onList: (ids: readonly string[]) => void;
}

/** '4 citas dentro', which lists them; nothing without appointments. */
export function AffectedButton({ affected, onList }: AffectedButtonProps) {
  if (affected.length === 0) return null;
  return (
    <LockButton
      kind="subtle"
      size="compact-sm"
      icon={IconAlertTriangle}
      aria-haspopup="dialog"
      onClick={() => onList(affected.map(({ id }) => id))}
    >
      {`${pluralize(affected.length, ['cita', 'citas'])} dentro`}
    </LockButton>
  );
}

export interface AffectedRequest {
  readonly doctor: Pick<Doctor, 'idDoctor' | 'name'>;
  /** 'all' for a doctor who takes no more appointments. */
  readonly ids: readonly string[] | 'all';
  /** Whether to open them immediately, one after another. */
  readonly isReschedulingAll: boolean;
}

interface AffectedAppointmentsProps {
  requested: AffectedRequest | null;
  onClose: () => void;
}

/**
 * Appointments that must move: contact data of each patient, and a new time for one appointment or for all, one
 * after another.
 */
export function AffectedAppointments({ requested, onClose }: AffectedAppointmentsProps) {
  const [isUnderDialog, setUnderDialog] = useState(false);
  return (
    <Modal
      opened={requested !== null}
      onClose={onClose}
      // Escape closes the dialog of an appointment, and not the list under it.
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
  const mayEdit = useMay()('patients.edit');
  const upcoming = useUpcoming(doctor.idDoctor);
  const [moved, setMoved] = useState<readonly string[]>([]);
  const isRetired = ids === 'all';
  /** The last chosen doctor, offered for the other appointments of a retired doctor. */
  const [successor, setSuccessor] = useState<{ id: string; name: string } | null>(null);
  /** The form searches free times from the appointment's day on. */
  const toEdit = (appointment: DoctorAppointment): AppointmentRequest => ({
    record: appointment,
    start: {
      when: toWhen(appointment.appointmentDate.date, timeZone),
      ...(isRetired && { doctor: successor }),
    },
  });
  const remaining = (upcoming ?? []).filter(
    ({ id }) => (ids === 'all' || ids.includes(id)) && !moved.includes(id),
  );
  const [requested, setRequested] = useState<AppointmentRequest | null>(() =>
    isReschedulingAll && mayEdit && remaining[0] ? toEdit(remaining[0]) : null,
  );
  useEffect(() => onOpenedChange(requested !== null), [requested, onOpenedChange]);
  /** Whether the next appointment opens after each appointment. */
  const [isChain, setChain] = useState(isReschedulingAll);

  function open(appointment: DoctorAppointment, { thenNext }: { thenNext: boolean }) {
    setChain(thenNext);
    setRequested(toEdit(appointment));
  }

  /** A dialog that closes without saving ends the chain. */
  function openNext({ id }: DoctorAppointment) {
    const [next] = remaining;
    if (isChain && moved.includes(id) && next) open(next, { thenNext: true });
    else setRequested(null);
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
              instant={appointment.appointmentDate.date}
              end={appointment.appointmentDate.endDate}
              timeZone={timeZone}
              place={appointment.place}
            />
            <span className={classes.words}>
              <Link to="/pacientes/$idUser" params={{ idUser: appointment.idUser }}>
                {appointment.patient.name}
              </Link>
              <PhoneContact phone={appointment.patient.phone} name={appointment.patient.name} />
              <EmailContact email={appointment.patient.email} name={appointment.patient.name} />
            </span>
            {mayEdit && (
              <LockButton
                kind="default"
                aria-label={`Reprogramar la cita de ${appointment.patient.name}`}
                aria-haspopup="dialog"
                onClick={() => open(appointment, { thenNext: false })}
              >
                Reprogramar
              </LockButton>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && remaining.length > 1 && (
        <div>
          <LockButton onClick={() => remaining[0] && open(remaining[0], { thenNext: true })}>
            Reprogramar todas
          </LockButton>
        </div>
      )}
      <EditAppointment
        requested={requested}
        onSaved={({ id, idDoctor, doctor: { name } }) => {
          setMoved([...moved, id]);
          setSuccessor({ id: idDoctor, name });
        }}
        onClosed={openNext}
      />
    </div>
  );
}
