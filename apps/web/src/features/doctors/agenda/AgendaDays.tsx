import { Skeleton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
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
import { AgendaList } from './AgendaList.tsx';
import { type AgendaEvent, shortTime } from './agenda-events.ts';
import type { AgendaView } from './agenda-search.ts';
import classes from './grid/AgendaCard.module.css';
import {
  type DoctorColumn,
  type DoctorColumns,
  listGridColumns,
  toMinutes,
} from './grid/doctor-columns.ts';
import { FreeSlots, snapToSlot, toSlotColumns } from './grid/FreeSlots.tsx';
import { type GridHours, useNow } from './grid/grid-hours.ts';
import type { AgendaState } from './use-agenda-state.ts';

/** Lazy, because only the grid views need the calendar library. */
const AgendaGrid = lazyOnUse(
  () => import('./grid/AgendaGrid.tsx'),
  ({ waiting }) => waiting,
);

/** Heights in px of the grid's head and of one hour. The library draws them; a journey checks that they match. */
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
      agenda.withInstant(snapToSlot(slots, wall, idDoctor), (at) => onCreateAt(at, idDoctor)));
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
        onFree={create}
      >
        {create && (
          <FreeSlots
            columns={slots}
            from={agenda.hours.from}
            hourHeight={HOUR_HEIGHT}
            onTake={create}
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
            {columns.map(({ id, head }) => (
              <li key={id}>{head}</li>
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
