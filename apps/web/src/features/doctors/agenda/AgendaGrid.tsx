import '@fullcalendar/react/skeleton.css';
import FullCalendar, { type CalendarOptions, type EventDropInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import spanish from '@fullcalendar/react/locales/es';
import timeGrid from '@fullcalendar/react/timegrid';
import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { useMemo, useRef } from 'react';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaGrid.module.css';
import { type AgendaEvent, addWallMinutes, shortTime, spanOf } from './agenda-events.ts';
import { type AgendaView, longDay, weekday } from './agenda-view.ts';
import { type GridHours, KEYBOARD_HINT_ID } from './grid-hours.ts';
import { STEP } from './use-keyboard-move.ts';

export interface AgendaGridProps {
  view: Exclude<AgendaView, 'lista'>;
  /** 'YYYY-MM-DD' */
  date: string;
  events: readonly AgendaEvent[];
  hours: GridHours;
  timeZone: string;
  withSundays: boolean;
  /** While a move is being saved, no other appointment can be moved. */
  isLocked: boolean;
  onOpen: (event: AgendaEvent) => void;
  /** Called with the wall time of a drop; returns false if that time does not exist. */
  onDrop: (event: AgendaEvent, wall: WallTime) => boolean;
  onOpenDay: (date: string) => void;
  /** Called with the wall time of a clicked free slot. */
  onFree: ((wall: WallTime) => void) | undefined;
}

const VIEWS = { dia: 'timeGridDay', semana: 'timeGridWeek', mes: 'dayGridMonth' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * Days in columns, or a month. The library works in UTC, which has no shifts, and gets the clinic's wall
 * times as if they were UTC, so that it draws the same in every browser.
 */
export default function AgendaGrid(props: AgendaGridProps) {
  const { view, date, events, hours, timeZone, withSundays, isLocked } = props;
  const inputs = useMemo(() => events.map((event) => toInput(event, isLocked)), [events, isLocked]);
  const byId = (id: string) => events.find(({ appointment }) => appointment.id === id);

  // The library cannot cancel a drag: a drop after Escape is reverted.
  const isCancelled = useRef(false);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') isCancelled.current = true;
  });

  function drop({ event, revert }: EventDropInfo) {
    const dropped = isCancelled.current ? undefined : byId(event.id);
    if (dropped === undefined || !props.onDrop(dropped, toWall(event.startStr))) revert();
  }

  return (
    <FullCalendar
      key={`${view} ${date}`}
      plugins={[timeGrid, dayGrid, interaction]}
      {...gridClasses}
      locale={spanish}
      timedText="Horario"
      timeZone="UTC"
      initialView={VIEWS[view]}
      initialDate={date}
      now={() => asUtc(toWallTime(new Date().toISOString(), timeZone))}
      nowIndicator
      headerToolbar={false}
      height="auto"
      tableHeaderSticky={false}
      firstDay={1}
      hiddenDays={withSundays ? [] : [0]}
      fixedWeekCount={false}
      allDaySlot={false}
      slotMinTime={hours.from}
      slotMaxTime={hours.to}
      slotDuration="00:30"
      slotHeaderInterval="01:00"
      slotHeaderFormat={CLOCK}
      slotMinHeight={38}
      snapDuration={{ minutes: STEP }}
      slotEventOverlap={false}
      dayMaxEvents={3}
      moreLinkText={(count) => `${count} más`}
      moreLinkClick={({ date: day }) => {
        props.onOpenDay(day.toISOString().slice(0, 10));
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
      eventClick={({ event }) => {
        const opened = byId(event.id);
        if (opened) props.onOpen(opened);
      }}
      dateClick={({ dateStr }) => props.onFree?.(toWall(dateStr))}
      eventDidMount={({ el }) => {
        el.setAttribute('aria-describedby', KEYBOARD_HINT_ID);
        el.setAttribute('aria-haspopup', 'dialog');
      }}
      eventContent={({ event, isPast, isMirror }) => {
        const known = byId(event.id);
        if (known === undefined) return null;
        // While dragged it shows the time at which it would drop.
        const shown = isMirror
          ? { ...known, start: toWall(event.startStr), end: toWall(event.endStr) }
          : known;
        return (
          <AgendaGridEvent
            event={shown}
            isPast={isPast}
            isDragged={isMirror}
            isMonth={view === 'mes'}
          />
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
  );
}

function DayHeader({ day, isToday, isMonth }: { day: string; isToday: boolean; isMonth: boolean }) {
  return (
    <span className={classes.dayHeader} data-today={(isToday && !isMonth) || undefined}>
      {weekday(day)} {!isMonth && <b className={classes.dayNumber}>{Number(day.slice(8))}</b>}
    </span>
  );
}

/** Ensures a positive length: where clocks go back, a wall-time end may not be after its start. */
function toInput(
  { appointment, start, startsAt, endsAt, isMovable }: AgendaEvent,
  isLocked: boolean,
) {
  const minutes = Math.max((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000, STEP);
  return {
    id: appointment.id,
    title: appointment.patient.name,
    start: asUtc(start),
    end: asUtc(addWallMinutes(start, minutes)),
    startEditable: isMovable && !isLocked,
  };
}

function asUtc({ date, time }: WallTime): string {
  return `${date}T${time}:00Z`;
}

/** Parses '2026-11-23T09:00:00Z', or a day of the month view, which has no time. */
function toWall(text: string): WallTime {
  const [date = '', time = ''] = text.split('T');
  return { date, time: time.slice(0, 5) || '09:00' };
}

interface AgendaGridEventProps {
  event: AgendaEvent;
  isPast: boolean;
  isDragged: boolean;
  isMonth: boolean;
}

/** An appointment in the grid: patient and time, its status as a colour and as hidden text. */
export function AgendaGridEvent({ event, isPast, isDragged, isMonth }: AgendaGridEventProps) {
  const { id, patient, status, overlaps } = event.appointment;
  const { tone, label } = appointmentStatus(status);
  return (
    <div
      className={classes.event}
      data-appointment={id}
      data-tone={tone}
      data-status={status}
      data-past={isPast || undefined}
      data-in-air={isDragged || undefined}
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

/** Our classes for the library's elements; it ships layout and behaviour without styles. */
export const gridClasses = {
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
  slotLaneClass: ({ time }) => (time && time.milliseconds % 3_600_000 === 0 ? classes.hour : ''),
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
} satisfies CalendarOptions;
