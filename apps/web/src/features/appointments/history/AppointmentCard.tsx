import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../appointment-cache.ts';
import classes from './AppointmentCard.module.css';

interface AppointmentCardProps {
  title: string;
  status: string;
  /** Opens the card of the appointment. */
  onOpen: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions: ReactNode;
}

/** One appointment of a list: title, status, details and actions. */
export function AppointmentCard({
  title,
  status,
  onOpen,
  children,
  actions,
}: AppointmentCardProps) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <UnstyledButton className={classes.open ?? ''} aria-haspopup="dialog" onClick={onOpen}>
            {title}
          </UnstyledButton>
        </h2>
        <StatusPill {...appointmentStatus(status)} />
      </div>
      {children}
      <div className={classes.actions}>{actions}</div>
    </li>
  );
}
