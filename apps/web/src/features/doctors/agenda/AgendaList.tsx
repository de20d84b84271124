import { UnstyledButton } from '@mantine/core';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { AttendanceButton, AttendanceMark, appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaList.module.css';
import {
  type AgendaEvent,
  displayName,
  formatSpan,
  isUnmatched,
  PRESCRIPTIONS,
  shortTime,
} from './agenda-events.ts';
import { type DayRange, daysBetween, longDay } from './agenda-view.ts';

interface AgendaListProps {
  events: readonly AgendaEvent[];
  range: DayRange;
  today: string;
  /** Whether the list is the day of several doctors, whose names are then shown. */
  withDoctors?: boolean;
  onOpen: (event: AgendaEvent) => void;
}

/** The agenda day by day: today and the days with appointments. */
export function AgendaList({ events, range, today, withDoctors, onOpen }: AgendaListProps) {
  const days = daysBetween(range.first, range.last)
    .map((day) => ({ day, dayEvents: events.filter(({ start }) => start.date === day) }))
    .filter(({ day, dayEvents }) => dayEvents.length > 0 || day === today);
  if (days.every(({ dayEvents }) => dayEvents.length === 0)) {
    const none = withDoctors ? 'este día' : 'estos días';
    return <p className={classes.none}>No hay citas en {none}.</p>;
  }
  return (
    <>
      {days.map(({ day, dayEvents }) => (
        <section key={day} aria-label={longDay(day)}>
          {!withDoctors && (
            <h3 className={classes.day} data-today={day === today || undefined}>
              {longDay(day)}
              {day === today && ', hoy'}
            </h3>
          )}
          {dayEvents.length === 0 ? (
            <p className={classes.free}>No hay citas hoy.</p>
          ) : (
            <ul className={classes.events}>
              {dayEvents.map((event) => (
                <li key={`${event.id} ${event.idDoctor}`} className={classes.item}>
                  <AgendaRow event={event} withDoctor={withDoctors} onOpen={onOpen} />
                  {!isUnmatched(event) && (
                    <AttendanceButton visit={event} patientName={event.name} isCompact />
                  )}
                  <span className={classes.contact}>
                    <ContactMenu name={event.name} phone={event.phone} email={event.email} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}

interface AgendaRowProps {
  event: AgendaEvent;
  withDoctor: boolean | undefined;
  onOpen: (event: AgendaEvent) => void;
}

function AgendaRow({ event, withDoctor, onOpen }: AgendaRowProps) {
  const { id, status, kind, doctor } = event;
  const { tone, label } = appointmentStatus(status);
  return (
    <UnstyledButton
      className={classes.event}
      data-with-doctor={withDoctor || undefined}
      data-appointment={id}
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      <span className={classes.time}>
        {withDoctor ? shortTime(event.start) : formatSpan(event)}
      </span>{' '}
      <span className={classes.patient}>
        <span className={classes.name} data-status={status}>
          {displayName(event)}
        </span>
        {event.placeHours && <span className={classes.doctor}> {event.placeHours}</span>}
        {withDoctor && (
          <span className={classes.doctor}>
            {' '}
            {kind === 'recipe' || doctor === null ? PRESCRIPTIONS : titledName(doctor)}
          </span>
        )}
      </span>{' '}
      <span className={classes.attendance}>
        <AttendanceMark visit={event} />
      </span>
      <StatusPill tone={tone} label={label} />
    </UnstyledButton>
  );
}
