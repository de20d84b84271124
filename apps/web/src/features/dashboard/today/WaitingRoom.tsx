import { UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { DayAppointment, Today } from '@simiente/contract/dashboard/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useState } from 'react';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { AppointmentDialog, AttendanceButton } from '../../appointments/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './TodaySection.module.css';

const MINUTE = 60_000;

/** The doctor, or what the appointment is. */
export function describeHost({ doctor, isRecipe }: DayAppointment): string {
  if (doctor) return titledName(doctor.name);
  return isRecipe ? 'Validación de Receta' : 'Cita de Calendly';
}

/** Sala de espera: who arrived and since when, the longest first, then who is with the doctor. */
export function WaitingRoom({ waiting, inConsultation, patients }: Today['present']) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true });
  return (
    <section className={`${classes.card} ${classes.room}`} aria-labelledby="waiting-room">
      <div className={classes.head}>
        <h3 id="waiting-room" className={classes.name}>
          Sala de espera
        </h3>
        <span className={classes.count} aria-live="polite">
          {patients.length > 0 && `${waiting} en espera · ${inConsultation} en consulta`}
        </span>
      </div>
      {patients.length === 0 ? (
        <p className={classes.nobody}>Nadie espera por ahora.</p>
      ) : (
        <ul className={classes.present}>
          {patients.map((appointment) => (
            <PresentRow
              key={appointment.id}
              appointment={appointment}
              now={now}
              onOpen={() => setOpenedId(appointment.id)}
            />
          ))}
        </ul>
      )}
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
    </section>
  );
}

interface PresentRowProps {
  appointment: DayAppointment;
  now: number;
  onOpen: () => void;
}

function PresentRow({ appointment, now, onOpen }: PresentRowProps) {
  const { patient, attendance } = appointment;
  const timeZone = useClinicTimeZone();
  const last = attendance.at(-1);
  if (last === undefined) return null;
  const since = toWallTime(last.at, timeZone).time.replace(/^0/, '');
  const minutes = Math.max(0, Math.floor((now - Date.parse(last.at)) / MINUTE));
  const state = last.step === 'arrived' ? `Llegó ${since}` : `En consulta desde ${since}`;
  return (
    <li className={classes.row}>
      <PersonAvatar name={patient.name} size={34} />
      <span className={classes.words}>
        <UnstyledButton
          className={classes.person ?? ''}
          title={patient.name}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {patient.name}
        </UnstyledButton>{' '}
        <span className={classes.facts}>
          {state}, {minutes} min · {describeHost(appointment)}
        </span>
      </span>
      <AttendanceButton visit={appointment} patientName={patient.name} className={classes.record} />
    </li>
  );
}
