import { VisuallyHidden } from '@mantine/core';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaGrid.module.css';
import { type AgendaEvent, shortTime, spanOf } from './agenda-events.ts';
import { longDay } from './agenda-view.ts';

interface AgendaGridEventProps {
  event: AgendaEvent;
  isPast: boolean;
  /** While it is being dragged. */
  isInAir: boolean;
  isMonth: boolean;
}

/** What an appointment says in the grid: whose it is and when; its state in colour and, for readers, in words. */
export function AgendaGridEvent({ event, isPast, isInAir, isMonth }: AgendaGridEventProps) {
  const { id, patient, status, overlaps } = event.appointment;
  const { tone, label } = appointmentStatus(status);
  return (
    <div
      className={classes.event}
      data-appointment={id}
      data-tone={tone}
      data-status={status}
      data-past={isPast || undefined}
      data-in-air={isInAir || undefined}
      data-month={isMonth || undefined}
      title={`${patient.name}, ${spanOf(event)}, ${label}`}
    >
      <span className={classes.patient}>{patient.name}</span>{' '}
      <span className={classes.time}>{isMonth ? shortTime(event.start) : spanOf(event)}</span>
      <VisuallyHidden>
        , {longDay(event.start.date)}, {label}
        {overlaps && ', se cruza con otra cita importada'}
      </VisuallyHidden>
    </div>
  );
}
