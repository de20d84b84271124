import { UnstyledButton } from '@mantine/core';
import { isInstant } from '@simiente/contract/common/dates';
import type { ReactNode } from 'react';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../appointment-cache.ts';
import { AttendanceButton, AttendanceMark, type Visit } from '../attendance/AttendanceButton.tsx';
import classes from './AppointmentCard.module.css';

interface AppointmentCardProps {
  title: string;
  visit: Visit;
  patientName: string;
  /** Opens the card of the appointment. */
  onOpen: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

export function AppointmentCard(props: AppointmentCardProps) {
  const { title, visit, patientName, onOpen, children, actions } = props;
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
        <AttendanceMark visit={visit} />
        <AttendanceButton visit={visit} patientName={patientName} />
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

function isMuted({ status, startsAt }: Visit): boolean {
  return status === 'cancelled' || (isInstant(startsAt) && Date.parse(startsAt) < Date.now());
}
