import type { ReactNode } from 'react';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../appointment-status.ts';
import classes from './AppointmentCard.module.css';

interface AppointmentCardProps {
  title: string;
  status: string;
  children: ReactNode;
  /** Its buttons, below everything else. */
  actions: ReactNode;
}

/** One appointment of a list: what it is and how it stands, what is known of it, what can be done. */
export function AppointmentCard({ title, status, children, actions }: AppointmentCardProps) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <StatusPill {...appointmentStatus(status)} />
      </div>
      {children}
      <div className={classes.actions}>{actions}</div>
    </li>
  );
}
