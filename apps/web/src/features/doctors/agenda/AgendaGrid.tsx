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
import { type AgendaEvent, laterOnTheWall, shortTime, spanOf } from './agenda-events.ts';
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
  /** While an appointment is on its way to another time, none can be taken elsewhere. */
  isLocked: boolean;
  onOpen: (event: AgendaEvent) => void;
  /** Where an appointment was dropped, on the clinic's clocks; false when there is no such time. */
  onDrop: (event: AgendaEvent, wall: WallTime) => boolean;
  onOpenDay: (date: string) => void;
  /** A free time was pointed at, on the clinic's clocks. */
  onFree: ((wall: WallTime) => void) | undefined;
}

const VIEWS = { dia: 'timeGridDay', semana: 'timeGridWeek', mes: 'dayGridMonth' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * Days in columns, or a month. The library is told of a zone without shifts, UTC, and given the
 * clinic's wall times in it: what it draws is then the same in every browser.
 */
export default function AgendaGrid(props: AgendaGridProps) {
  const { view, date, events, hours, timeZone, withSundays, isLocked } = props;
  const inputs = useMemo(() => events.map((event) => toInput(event, isLocked)), [events, isLocked]);
  const byId = (id: string) => events.find(({ appointment }) => appointment.id === id);

  // The library has no way to give a drag up, so that what Escape was pressed over goes back.
  const isGivenUp = useRef(false);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') isGivenUp.current = true;
  });

  function drop({ event, revert }: EventDropInfo) {
    const dropped = isGivenUp.current ? undefined : byId(event.id);
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
        isGivenUp.current = false;
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
        // In the air it says where it would come down.
        const shown = isMirror
          ? { ...known, start: toWall(event.startStr), end: toWall(event.endStr) }
          : known;
        return (
          <AgendaGridEvent
            event={shown}
            isPast={isPast}
            isInAir={isMirror}
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

/** An end that is not after its start, as where clocks go back, would be no appointment at all. */
function toInput(
  { appointment, start, startsAt, endsAt, isMovable }: AgendaEvent,
  isLocked: boolean,
) {
  const minutes = Math.max((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000, STEP);
  return {
    id: appointment.id,
    title: appointment.patient.name,
    start: asUtc(start),
    end: asUtc(laterOnTheWall(start, minutes)),
    startEditable: isMovable && !isLocked,
  };
}

function asUtc({ date, time }: WallTime): string {
  return `${date}T${time}:00Z`;
}

/** '2026-11-23T09:00:00Z', or a day of the month without an hour. */
function toWall(text: string): WallTime {
  const [date = '', time = ''] = text.split('T');
  return { date, time: time.slice(0, 5) || '09:00' };
}

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

/** Our classes on the library's pieces: it brings geometry and behaviour, and no look of its own. */
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
