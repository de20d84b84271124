import { Skeleton, UnstyledButton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { AttendanceButton, AttendanceMark, appointmentStatus } from '../../appointments/public.ts';
import listClasses from './AgendaList.module.css';
import {
  type AgendaEvent,
  displayName,
  formatSpan,
  isUnmatched,
  PRESCRIPTIONS,
  shortTime,
} from './agenda-events.ts';
import type { AgendaView } from './agenda-search.ts';
import { type DayRange, daysBetween, longDay } from './agenda-view.ts';
import classes from './grid/AgendaCard.module.css';
import {
  type DoctorColumn,
  type DoctorColumns,
  type GridHours,
  listGridColumns,
  toMinutes,
  useNow,
} from './grid/doctor-columns.ts';
import { FreeSlots, snapToSlot, toSlotColumns } from './grid/FreeSlots.tsx';
import type { AgendaState } from './use-agenda-state.ts';

/** Lazy, because only the grid views need the calendar library. */
const AgendaGrid = lazyOnUse(
  () => import('./grid/AgendaGrid.tsx'),
  ({ waiting }) => waiting,
);

/** Heights in px of the grid's header and of one hour. The library draws them; a journey checks that they match. */
const HEAD_HEIGHT = 45;
const DOCTORS_HEAD_HEIGHT = 61;
const HOUR_HEIGHT = 76;
/** Widths in px of the column of hours, and of the narrowest column of a doctor. */
const HOURS_WIDTH = 60;
const MIN_DOCTOR_WIDTH = 150;

interface AgendaDaysProps {
  agenda: AgendaState;
  /** Doctors side by side on one day, instead of days. */
  doctors: DoctorColumns | undefined;
  onOpen: (event: AgendaEvent) => void;
  /** Undefined for a doctor who takes no new appointments. */
  onCreateAt: ((startsAt: string, idDoctor: string | undefined) => void) | undefined;
  /** Focuses an appointment that was moved with the keyboard. */
  onMoved: (appointmentId: string) => void;
}

/** The days of the agenda as a grid or a list. */
export function AgendaDays({ agenda, doctors, onOpen, onCreateAt, onMoved }: AgendaDaysProps) {
  const { url, events, isLoading, moved } = agenda;
  const { view, range, today } = url;
  const movedId = useRef<string>(undefined);
  const restoreFocus = useEffectEvent(() => {
    if (moved) movedId.current = moved.event.id;
    if (movedId.current === undefined || document.activeElement !== document.body) return;
    onMoved(movedId.current);
  });

  // A moved appointment loses the focus when it is mounted again at its new time, and again once it is saved.
  useEffect(() => {
    if (events.length === 0) return;
    restoreFocus();
    const frame = requestAnimationFrame(() => restoreFocus());
    return () => cancelAnimationFrame(frame);
  }, [events]);

  const headHeight = doctors ? DOCTORS_HEAD_HEIGHT : HEAD_HEIGHT;
  const daysHeight = estimateHeight(view, agenda.hours);
  const dayColumns = view === 'semana' ? (agenda.withSundays ? 7 : 6) : 1;
  if (isLoading) {
    // The number of doctors is unknown until they load.
    return <Loading height={daysHeight && headHeight + daysHeight} columns={dayColumns} />;
  }
  if (view === 'lista') {
    return (
      <AgendaList
        events={events}
        range={range}
        today={today}
        withDoctors={doctors !== undefined}
        onOpen={onOpen}
      />
    );
  }
  const columns = view === 'mes' ? [] : listGridColumns({ ...agenda, range }, doctors);
  const slots = toSlotColumns(columns, events, doctors?.getColumn);
  const create =
    onCreateAt &&
    ((wall: WallTime, idDoctor: string | undefined) =>
      agenda.callWithInstant(snapToSlot(slots, wall, idDoctor), (at) => onCreateAt(at, idDoctor)));
  return (
    <DaysFrame
      columns={doctors?.columns}
      data-opens-dialog={create !== undefined}
      onKeyDown={(event) => agenda.press(event, findAppointmentId(event))}
      onPointerDown={() => {
        movedId.current = undefined;
      }}
    >
      <AgendaGrid
        agenda={agenda}
        view={view}
        doctors={doctors}
        waiting={
          <Loading
            // The frame draws the heads of doctors.
            height={daysHeight && (doctors ? daysHeight : headHeight + daysHeight)}
            columns={doctors?.columns.length ?? dayColumns}
          />
        }
        onOpen={onOpen}
        onSelectFree={create}
      >
        {create && (
          <FreeSlots
            columns={slots}
            from={agenda.hours.from}
            hourHeight={HOUR_HEIGHT}
            onSelect={create}
          />
        )}
        {doctors && <NowLine agenda={agenda} top={headHeight} />}
      </AgendaGrid>
    </DaysFrame>
  );
}

interface DaysFrameProps extends Pick<ComponentProps<'div'>, 'onKeyDown' | 'onPointerDown'> {
  /** Doctors side by side; undefined for days. */
  columns: readonly DoctorColumn[] | undefined;
  children: ReactNode;
}

/** Scrolls the grid, with hours and heads in view, if the columns of doctors are too many for their minimum width. */
function DaysFrame({ columns, children, ...handlers }: DaysFrameProps) {
  const { ref, width } = useElementSize();
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const needed = columns === undefined ? 0 : HOURS_WIDTH + columns.length * MIN_DOCTOR_WIDTH;
  const scrolls = width > 0 && needed > width;
  // The frame ends at the bottom of the window, so that the page does not scroll too.
  useLayoutEffect(() => {
    if (scrolls) setTop((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [scrolls]);
  return (
    <div
      ref={useMergedRef(ref, frame)}
      className={classes.frame}
      data-scrolls={scrolls || undefined}
      style={{ '--frame-top': `${top}px` } as CSSProperties}
      {...handlers}
    >
      <div className={classes.days} style={{ '--agenda-width': `${needed}px` } as CSSProperties}>
        {columns && (
          <ul className={classes.heads} aria-label="Columnas">
            {columns.map(({ id, header }) => (
              <li key={id}>{header}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}

function findAppointmentId({ target }: KeyboardEvent): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.querySelector<HTMLElement>('[data-appointment]')?.dataset.appointment;
}

/** Height in px of all hours; undefined for a view without hours. */
function estimateHeight(view: AgendaView, { from, to }: GridHours): number | undefined {
  if (view !== 'dia' && view !== 'semana') return undefined;
  return (Number(to.slice(0, 2)) - Number(from.slice(0, 2))) * HOUR_HEIGHT;
}

/** Skeleton of the grid while the appointments or its code load. */
function Loading({ height, columns }: { height: number | undefined; columns: number }) {
  return (
    <div
      className={classes.loading}
      data-hours={height !== undefined || undefined}
      style={{ '--agenda-columns': columns, height } as CSSProperties}
      aria-hidden
    >
      {[...Array(columns).keys()].map((column) => (
        <Skeleton key={column} height="100%" radius={7} />
      ))}
    </div>
  );
}

/** The present time as a line across all doctors, if it is in view. @param top pixels above the first hour */
function NowLine({ agenda, top }: { agenda: AgendaState; top: number }) {
  const { url, hours, timeZone } = agenda;
  const now = toWallTime(new Date(useNow()).toISOString(), timeZone);
  const minutes = toMinutes(now.time) - toMinutes(hours.from);
  if (now.date !== url.date || minutes < 0 || now.time >= hours.to) return null;
  return (
    <div className={classes.line} style={{ top: top + (minutes / 60) * HOUR_HEIGHT }} aria-hidden>
      <span className={classes.time}>{shortTime(now)}</span>
    </div>
  );
}

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
    return <p className={listClasses.none}>No hay citas en {none}.</p>;
  }
  return (
    <>
      {days.map(({ day, dayEvents }) => (
        <section key={day} aria-label={longDay(day)}>
          {!withDoctors && (
            <h3 className={listClasses.day} data-today={day === today || undefined}>
              {longDay(day)}
              {day === today && ', hoy'}
            </h3>
          )}
          {dayEvents.length === 0 ? (
            <p className={listClasses.free}>No hay citas hoy.</p>
          ) : (
            <ul className={listClasses.events}>
              {dayEvents.map((event) => (
                <li key={`${event.id} ${event.idDoctor}`} className={listClasses.item}>
                  <AgendaRow event={event} withDoctor={withDoctors} onOpen={onOpen} />
                  {!isUnmatched(event) && (
                    <AttendanceButton visit={event} patientName={event.name} isCompact />
                  )}
                  <span className={listClasses.contact}>
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
      className={listClasses.event}
      data-with-doctor={withDoctor || undefined}
      data-appointment={id}
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      <span className={listClasses.time}>
        {withDoctor ? shortTime(event.start) : formatSpan(event)}
      </span>{' '}
      <span className={listClasses.patient}>
        <span className={listClasses.name} data-status={status}>
          {displayName(event)}
        </span>
        {event.placeHours && <span className={listClasses.doctor}> {event.placeHours}</span>}
        {withDoctor && (
          <span className={listClasses.doctor}>
            {' '}
            {kind === 'recipe' || doctor === null ? PRESCRIPTIONS : titledName(doctor)}
          </span>
        )}
      </span>{' '}
      <span className={listClasses.attendance}>
        <AttendanceMark visit={event} />
      </span>
      <StatusPill tone={tone} label={label} />
    </UnstyledButton>
  );
}
