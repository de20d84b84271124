import { UnstyledButton } from '@mantine/core';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaList.module.css';
import { type AgendaEvent, spanOf } from './agenda-events.ts';
import { type DayRange, longDay } from './agenda-view.ts';
import { daysBetween } from './calendar-days.ts';

interface AgendaListProps {
  events: readonly AgendaEvent[];
  range: DayRange;
  today: string;
  onOpen: (event: AgendaEvent) => void;
}

/** The agenda day by day: today and the days with appointments. */
export function AgendaList({ events, range, today, onOpen }: AgendaListProps) {
  const days = daysBetween(range.first, range.last)
    .map((day) => ({ day, ofDay: events.filter(({ start }) => start.date === day) }))
    .filter(({ day, ofDay }) => ofDay.length > 0 || day === today);
  if (days.every(({ ofDay }) => ofDay.length === 0))
    return <p className={classes.none}>No hay citas en estos días.</p>;
  return (
    <>
      {days.map(({ day, ofDay }) => (
        <section key={day} aria-label={longDay(day)}>
          <h3 className={classes.day} data-today={day === today || undefined}>
            {longDay(day)}
            {day === today && ', hoy'}
          </h3>
          {ofDay.length === 0 ? (
            <p className={classes.free}>No hay citas hoy.</p>
          ) : (
            <ul className={classes.events}>
              {ofDay.map((event) => (
                <li key={event.appointment.id}>
                  <AgendaRow event={event} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}

function AgendaRow({
  event,
  onOpen,
}: {
  event: AgendaEvent;
  onOpen: (event: AgendaEvent) => void;
}) {
  const { patient, status, id } = event.appointment;
  const { tone, label } = appointmentStatus(status);
  return (
    <UnstyledButton
      className={classes.event}
      data-appointment={id}
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      <span className={classes.time}>{spanOf(event)}</span>{' '}
      <span className={classes.patient} data-status={status}>
        {patient.name}
      </span>{' '}
      <StatusPill tone={tone} label={label} />
    </UnstyledButton>
  );
}
