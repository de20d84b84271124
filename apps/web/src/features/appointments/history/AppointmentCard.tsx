import { UnstyledButton } from '@mantine/core';
import { isInstant } from '@simiente/contract/common/dates';
import type { ReactNode } from 'react';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { appointmentStatus } from '../appointment-cache.ts';
import type { Visit } from '../attendance/AttendanceButton.tsx';
import { AttendanceButton, AttendanceMark } from '../attendance/AttendanceButton.tsx';
import classes from './AppointmentCard.module.css';

interface AppointmentCardProps {
  title: string;
  visit: Visit;
  patientName: string;
  /** Opens the card of the appointment. */
  onOpen: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
}

/** One appointment of a list: title, status, details and actions. */
export function AppointmentCard({
  title,
  visit,
  patientName,
  onOpen,
  children,
  actions,
}: AppointmentCardProps) {
  const timeZone = useClinicTimeZone();
  return (
    <li className={classes.card} data-muted={isMuted(visit) || undefined}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <UnstyledButton className={classes.open ?? ''} aria-haspopup="dialog" onClick={onOpen}>
            {title}
          </UnstyledButton>
        </h2>
        <StatusPill {...appointmentStatus(visit.status)} />
      </div>
      {children}
      <div className={classes.attendance}>
        <AttendanceMark visit={visit} timeZone={timeZone} />
        <AttendanceButton visit={visit} patientName={patientName} />
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

/** Whether an appointment is cancelled or in the past. */
function isMuted({ status, startsAt }: Visit): boolean {
  return status === 'cancelled' || (isInstant(startsAt) && Date.parse(startsAt) < Date.now());
}
