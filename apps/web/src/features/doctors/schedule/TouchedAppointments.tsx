import { Modal } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { type AppointmentRequest, EditAppointment, toWhen } from '../../appointments/public.ts';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './SchedulePage.module.css';

export const NONE: readonly DoctorAppointment[] = [];

/** The doctor's next appointments; undefined until they are loaded. */
export function useUpcoming(idDoctor: string): readonly DoctorAppointment[] | undefined {
  return useQuery(
    queries.doctors.upcoming.queryOptions({
      input: { idDoctor },
      select: (answer) => answer.data.appointments,
    }),
  ).data;
}

/** A request to show some appointments of a doctor. */
export interface TouchedRequest {
  readonly doctor: Pick<Doctor, 'idDoctor' | 'name'>;
  /** 'all' for a doctor who takes no more appointments. */
  readonly ids: readonly string[] | 'all';
  /** Whether to open them immediately, one after another. */
  readonly isReschedulingAll: boolean;
}

interface TouchedAppointmentsProps {
  requested: TouchedRequest | null;
  onClose: () => void;
}

/**
 * Appointments that must move: contact data of each patient, and a new time for one appointment or for all, one
 * after another.
 */
export function TouchedAppointments({ requested, onClose }: TouchedAppointmentsProps) {
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
        <TouchedList
          key={String(requested.ids)}
          request={requested}
          onOpenedChange={setUnderDialog}
        />
      )}
    </Modal>
  );
}

interface TouchedListProps {
  request: TouchedRequest;
  /** Whether the dialog of an appointment is open over the list. */
  onOpenedChange: (isOpen: boolean) => void;
}

function TouchedList({ request: asked, onOpenedChange }: TouchedListProps) {
  const { doctor, ids, isReschedulingAll } = asked;
  const timeZone = useClinicTimeZone();
  const mayEdit = useMay()('patients.edit');
  const upcoming = useUpcoming(doctor.idDoctor);
  const [moved, setMoved] = useState<readonly string[]>([]);
  const isRetired = ids === 'all';
  /** Takes over the appointments of a retired doctor, unless another one is chosen. */
  const [successor, setSuccessor] = useState<{ id: string; name: string } | null>(null);
  /** Free times are searched from the appointment's own day. */
  const request = (appointment: DoctorAppointment): AppointmentRequest => ({
    record: appointment,
    start: {
      when: toWhen(appointment.appointmentDate.date, timeZone),
      ...(isRetired && { doctor: successor }),
    },
  });
  const left = (upcoming ?? NONE).filter(
    ({ id }) => (ids === 'all' || ids.includes(id)) && !moved.includes(id),
  );
  const [requested, setRequested] = useState<AppointmentRequest | null>(() =>
    isReschedulingAll && mayEdit && left[0] ? request(left[0]) : null,
  );
  useEffect(() => onOpenedChange(requested !== null), [requested, onOpenedChange]);
  /** Whether the next appointment opens after each one. */
  const [isChain, setChain] = useState(isReschedulingAll);

  function open(appointment: DoctorAppointment, { thenNext }: { thenNext: boolean }) {
    setChain(thenNext);
    setRequested(request(appointment));
  }

  /** A dialog that closes without saving ends the chain. */
  function openNext({ id }: DoctorAppointment) {
    const [next] = left;
    if (isChain && moved.includes(id) && next) open(next, { thenNext: true });
    else setRequested(null);
  }

  if (upcoming !== undefined && left.length === 0) {
    return <p className={classes.empty}>Ya no quedan citas por reprogramar.</p>;
  }
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        {titledName(doctor.name)} no podrá atenderlas. Llama o escribe a cada paciente y elige{' '}
        {isRetired ? 'a otro médico' : 'otro horario'}.
      </p>
      <ul className={classes.rows}>
        {left.map((one) => (
          <li key={one.id} className={`${classes.row} ${classes.person}`}>
            <AppointmentTime
              instant={one.appointmentDate.date}
              end={one.appointmentDate.endDate}
              timeZone={timeZone}
              place={one.place}
            />
            <span className={classes.words}>
              <Link to="/pacientes/$idUser" params={{ idUser: one.idUser }}>
                {one.patient.name}
              </Link>
              <PhoneContact phone={one.patient.phone} name={one.patient.name} />
              <EmailContact email={one.patient.email} name={one.patient.name} />
            </span>
            {mayEdit && (
              <LockButton
                kind="default"
                aria-label={`Reprogramar la cita de ${one.patient.name}`}
                aria-haspopup="dialog"
                onClick={() => open(one, { thenNext: false })}
              >
                Reprogramar
              </LockButton>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && left.length > 1 && (
        <div>
          <LockButton onClick={() => left[0] && open(left[0], { thenNext: true })}>
            Reprogramar todas
          </LockButton>
        </div>
      )}
      <EditAppointment
        name={`touched of ${doctor.idDoctor}`}
        requested={requested}
        timeZone={timeZone}
        onSaved={({ id, idDoctor, doctor: { name } }) => {
          setMoved([...moved, id]);
          setSuccessor({ id: idDoctor, name });
        }}
        onClosed={openNext}
      />
    </div>
  );
}
