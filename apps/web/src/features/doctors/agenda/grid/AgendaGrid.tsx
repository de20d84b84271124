import '@fullcalendar/react/skeleton.css';
import FullCalendar, { type CalendarOptions, type EventDropInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import spanish from '@fullcalendar/react/locales/es';
import timeGrid from '@fullcalendar/react/timegrid';
import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconLink } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import {
  AttendanceMark,
  AttendanceShortcut,
  appointmentStatus,
  isAttendanceShortcut,
} from '../../../appointments/public.ts';
import {
  type AgendaEvent,
  addWallMinutes,
  displayName,
  formatSpan,
  isUnmatched,
  shortTime,
} from '../agenda-events.ts';
import type { AgendaView } from '../agenda-search.ts';
import { longDay, weekday } from '../agenda-view.ts';
import { STEP_MINUTES } from '../moving/use-keyboard-move.ts';
import type { AgendaState } from '../use-agenda-state.ts';
import classes from './AgendaGrid.module.css';
import {
  type DoctorColumns,
  FIRST_COLUMN,
  fromDrawnTime,
  KEYBOARD_HINT_ID,
  listClosedTimes,
  listGridColumns,
  toDrawnTime,
  useNow,
} from './doctor-columns.ts';

interface AgendaGridProps {
  agenda: AgendaState;
  view: Exclude<AgendaView, 'lista'>;
  /** Doctors side by side on one day, instead of days. */
  doctors: DoctorColumns | undefined;
  onOpen: (event: AgendaEvent) => void;
  /** Called with the wall time of a clicked free slot, and the doctor in whose column it is. */
  onSelectFree: ((wall: WallTime, columnId: string | undefined) => void) | undefined;
  /** Shown instead while the code of the grid loads. */
  waiting: ReactNode;
  /** Shown over the grid. */
  children: ReactNode;
}

const VIEWS = { dia: 'timeGridDay', semana: 'timeGridWeek', mes: 'dayGridMonth' } as const;
const HOUR_MS = 3_600_000;
const CLOCK = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * Days or doctors in columns, or a month. The library gets the clinic's wall times as if they were UTC, which has no
 * DST shifts, so that every browser draws the same.
 */
export default function AgendaGrid(props: AgendaGridProps) {
  const { agenda, view, doctors, onOpen, onSelectFree, children } = props;
  const { url, events, hours, parts, timeZone, withSundays, isLocked } = agenda;
  const { date, range } = url;
  const { first, last } = range;
  const inputs = useMemo(() => {
    const shown = { range: { first, last }, withSundays, parts, slotMinutes: null };
    // A month has no hours that could be closed.
    const closedTimes = view === 'mes' ? [] : listClosedTimes(listGridColumns(shown, doctors));
    return [
      ...events.map((event) => toInput(event, isLocked, doctors)),
      ...closedTimes.map((time) => ({ ...time, display: 'background' })),
    ];
  }, [events, isLocked, doctors, view, parts, first, last, withSundays]);
  const findEvent = (id: string) => events.find((event) => getEventId(event) === id);
  const now = useNow();

  // The library cannot cancel a drag: a drop after Escape is reverted.
  const isCancelled = useRef(false);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') isCancelled.current = true;
  });

  function drop({ event, revert }: EventDropInfo) {
    const dropped = isCancelled.current ? undefined : findEvent(event.id);
    if (dropped === undefined || !dropAt(dropped, toWall(event.startStr))) revert();
  }

  function dropAt(dropped: AgendaEvent, drawn: WallTime): boolean {
    if (doctors === undefined) return agenda.drop(dropped, drawn);
    const { column, wall } = fromDrawnTime(doctors, drawn);
    return column !== undefined && column.name !== null && agenda.drop(dropped, wall, column.id);
  }

  function pickFreeTime(drawn: WallTime) {
    if (doctors === undefined) return onSelectFree?.(drawn, undefined);
    const { column, wall } = fromDrawnTime(doctors, drawn);
    onSelectFree?.(wall, column?.id);
  }

  return (
    <>
      <FullCalendar
        key={`${view} ${date} ${doctors?.columns.length}`}
        plugins={[timeGrid, dayGrid, interaction]}
        {...gridClasses}
        {...(doctors && doctorOptions(doctors))}
        locale={spanish}
        timedText="Horario"
        timeZone="UTC"
        {...(doctors === undefined && { initialView: VIEWS[view], initialDate: date })}
        now={() => asUtc(toWallTime(new Date().toISOString(), timeZone))}
        nowIndicator={doctors === undefined}
        headerToolbar={false}
        height="auto"
        tableHeaderSticky={false}
        firstDay={1}
        hiddenDays={withSundays || doctors ? [] : [0]}
        fixedWeekCount={false}
        allDaySlot={false}
        slotMinTime={hours.from}
        slotMaxTime={hours.to}
        slotDuration="00:30"
        slotHeaderInterval="01:00"
        slotHeaderFormat={CLOCK}
        slotMinHeight={38}
        snapDuration={{ minutes: STEP_MINUTES }}
        slotEventOverlap={false}
        dayMaxEvents={3}
        moreLinkText={(count) => `${count} más`}
        moreLinkClick={({ date: day }) => {
          url.show({ view: 'dia', date: day.toISOString().slice(0, 10) });
          return 'none';
        }}
        events={inputs}
        eventInteractive
        eventDurationEditable={false}
        dragRevertDuration={0}
        eventDragStart={() => {
          isCancelled.current = false;
        }}
        eventDrop={drop}
        eventClick={({ event, jsEvent }) => {
          const opened = isAttendanceShortcut(jsEvent.target) ? undefined : findEvent(event.id);
          if (opened) onOpen(opened);
        }}
        dateClick={({ dateStr }) => pickFreeTime(toWall(dateStr))}
        eventDidMount={({ el }) => {
          el.setAttribute('aria-describedby', KEYBOARD_HINT_ID);
          el.setAttribute('aria-haspopup', 'dialog');
        }}
        eventContent={({ event, isMirror }) => {
          const current = findEvent(event.id);
          if (current === undefined) return null;
          // A dragged event shows the time at which it would be dropped.
          const shown = isMirror
            ? { ...current, start: toWall(event.startStr), end: toWall(event.endStr) }
            : current;
          const isPast = Date.parse(current.endsAt) <= now;
          const isMonth = view === 'mes';
          const { id, status, overlaps, kind, doctor, placeHours } = shown;
          const { tone, label } = appointmentStatus(status);
          const hasAttendance = shown.attendance.length > 0;
          const time = isMonth || hasAttendance ? shortTime(shown.start) : formatSpan(shown);
          return (
            <div
              className={classes.event}
              data-appointment={id}
              data-tone={tone}
              data-status={status}
              data-past={isPast || undefined}
              data-in-air={isMirror || undefined}
              data-month={isMonth || undefined}
              data-unmatched={isUnmatched(shown) || undefined}
              data-long={
                Date.parse(shown.endsAt) - Date.parse(shown.startsAt) >= HOUR_MS || undefined
              }
              title={[displayName(shown), placeHours, formatSpan(shown), label]
                .filter(Boolean)
                .join(', ')}
            >
              <span className={classes.patient}>{displayName(shown)}</span>{' '}
              <span className={classes.time}>
                <span className={classes.hours}>
                  {!isMonth && !isMirror && placeHours && `${placeHours} · `}
                  {time}
                  {ORIGINS[kind]}
                </span>
                {hasAttendance && (
                  <span className={classes.attendance}>
                    {' '}
                    <AttendanceMark visit={shown} />
                  </span>
                )}
              </span>
              {isUnmatched(shown) ? (
                <span className={classes.match}>
                  <IconLink size={14} stroke={1.8} aria-hidden /> Relacionar con paciente
                </span>
              ) : (
                !isMirror && <AttendanceShortcut visit={shown} />
              )}
              <VisuallyHidden>
                {doctors !== undefined && doctor && `, ${titledName(doctor)}`},{' '}
                {longDay(shown.start.date)}, {label}
                {overlaps && ', se empalma con otra cita'}
              </VisuallyHidden>
            </div>
          );
        }}
        dayHeaderContent={({ date: day, isToday }) => (
          <DayHeader
            day={day.toISOString().slice(0, 10)}
            isToday={isToday}
            isMonth={view === 'mes'}
          />
        )}
      />
      {children}
    </>
  );
}

function DayHeader({ day, isToday, isMonth }: { day: string; isToday: boolean; isMonth: boolean }) {
  return (
    <span className={classes.dayHeader} data-today={(isToday && !isMonth) || undefined}>
      {weekday(day)} {!isMonth && <b className={classes.dayNumber}>{Number(day.slice(8))}</b>}
    </span>
  );
}

/** Options for one column per doctor, which the library draws as days. */
function doctorOptions({ columns }: DoctorColumns): CalendarOptions {
  return {
    views: { doctors: { type: 'timeGrid', duration: { days: columns.length } } },
    initialView: 'doctors',
    initialDate: FIRST_COLUMN,
    // The library's headers name days, also to screen readers, so the frame has headers with the doctors.
    dayHeaders: false,
    titleFormat: () => 'Citas por médico',
    class: `${classes.root} ${classes.doctors}`,
  };
}

/** A Calendly booking is drawn once for each of its doctors. */
const getEventId = ({ id, kind, idDoctor }: AgendaEvent) =>
  kind === 'doctor' ? id : `${id} ${idDoctor}`;

/** An event in the library's form, with a positive length also where clocks go back. */
function toInput(event: AgendaEvent, isLocked: boolean, doctors: DoctorColumns | undefined) {
  const { startsAt, endsAt, isMovable } = event;
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  const drawn = doctors ? toDrawnTime(doctors, event) : { start: event.start, minutes };
  return {
    id: getEventId(event),
    title: displayName(event),
    start: asUtc(drawn.start),
    end: asUtc(addWallMinutes(drawn.start, Math.max(drawn.minutes, STEP_MINUTES))),
    // An appointment that began the day before has no start on this day that could be dragged.
    startEditable: isMovable && !isLocked && (!doctors || event.start.date === doctors.date),
  };
}

function asUtc({ date, time }: WallTime): string {
  return `${date}T${time}:00Z`;
}

/** Parses '2026-11-23T09:00:00Z', or a day of the month view, which becomes 9:00 of that day. */
function toWall(text: string): WallTime {
  const [date = '', time = ''] = text.split('T');
  return { date, time: time.slice(0, 5) || '09:00' };
}

/** Where an event comes from, shown after its hours. */
const ORIGINS = { doctor: '', booking: ' · Calendly', recipe: ' · Receta' } as const;

/** Classes for the library's elements, because it ships layout and behaviour without styles. */
const gridClasses = {
  class: classes.root,
  borderless: true,
  tableHeaderClass: classes.tableHeader,
  dayHeaderClass: classes.headerCell,
  dayHeaderInnerClass: classes.headerInner,
  dayHeaderAlign: 'center',
  dayHeaderDividerClass: classes.divider,
  slotHeaderClass: classes.slotHeader,
  slotHeaderInnerClass: classes.slotHeaderInner,
  slotHeaderDividerClass: classes.slotHeaderDivider,
  slotLaneClass: ({ time }) => (time && time.milliseconds % HOUR_MS === 0 ? classes.hour : ''),
  dayLaneClass: classes.lane,
  dayCellClass: ({ isOther }) => [classes.cell, isOther ? classes.otherMonth : ''].join(' '),
  dayCellTopClass: classes.cellTop,
  dayCellTopInnerClass: ({ isToday }) =>
    [classes.cellNumber, isToday ? classes.today : ''].join(' '),
  columnEventClass: classes.columnEvent,
  columnEventInnerClass: classes.eventInner,
  rowEventClass: classes.rowEvent,
  rowEventInnerClass: classes.eventInner,
  listItemEventClass: classes.rowEvent,
  listItemEventInnerClass: classes.eventInner,
  moreLinkClass: classes.more,
  nowIndicatorLineClass: classes.now,
  nowIndicatorDotClass: classes.nowDot,
  nowIndicatorHeaderClass: classes.nowHeader,
  backgroundEventClass: ({ event }) =>
    [classes.closed, event.title === '' ? '' : classes.blocked].join(' '),
  backgroundEventTitleClass: classes.reason,
} satisfies CalendarOptions;
