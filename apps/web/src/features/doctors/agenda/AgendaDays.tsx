import { Skeleton } from '@mantine/core';
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import classes from './AgendaCard.module.css';
import { AgendaList } from './AgendaList.tsx';
import type { AgendaEvent } from './agenda-events.ts';
import type { AgendaView } from './agenda-view.ts';
import type { GridHours } from './grid-hours.ts';
import type { AgendaState } from './use-agenda-state.ts';

/** Lazy: the calendar library is only needed for the grid views. */
const AgendaGrid = lazy(() => import('./AgendaGrid.tsx'));

/** Height in px of the grid's head and of one hour, for the skeleton; a journey checks that they match. */
const HEAD_HEIGHT = 45;
const HOUR_HEIGHT = 76;

interface AgendaDaysProps {
  agenda: AgendaState;
  onOpen: (event: AgendaEvent) => void;
  /** Undefined for a doctor who takes no new appointments. */
  onCreateAt: ((startsAt: string) => void) | undefined;
  /** Focuses an appointment that was moved with the keyboard. */
  onMoved: (appointmentId: string) => void;
}

/** The days of the agenda as a grid or a list. */
export function AgendaDays({ agenda, onOpen, onCreateAt, onMoved }: AgendaDaysProps) {
  const { url, events, isLoading, moved } = agenda;
  const { view, date, range, today } = url;
  const movedId = useRef<string>(undefined);
  const follow = useEffectEvent(() => {
    if (moved) movedId.current = moved.event.appointment.id;
    if (movedId.current === undefined || document.activeElement !== document.body) return;
    onMoved(movedId.current);
  });

  // A moved appointment is mounted anew at its new time, and again once it is saved: restore its focus.
  useEffect(() => {
    if (events.length === 0) return;
    follow();
    const frame = requestAnimationFrame(() => follow());
    return () => cancelAnimationFrame(frame);
  }, [events]);

  const loading = <Loading height={heightOf(view, agenda.hours)} />;
  if (isLoading) return loading;
  if (view === 'lista') {
    return <AgendaList events={events} range={range} today={today} onOpen={onOpen} />;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the appointments inside have the focus.
    <div
      onKeyDown={(event) => agenda.press(event, idOf(event))}
      onPointerDown={() => {
        movedId.current = undefined;
      }}
    >
      <Suspense fallback={loading}>
        <AgendaGrid
          view={view}
          date={date}
          events={events}
          hours={agenda.hours}
          timeZone={agenda.timeZone}
          withSundays={agenda.withSundays}
          isLocked={agenda.moving.isMoving}
          onOpen={onOpen}
          onDrop={agenda.drop}
          onOpenDay={(day) => url.show({ view: 'dia', date: day })}
          onFree={onCreateAt && ((wall) => agenda.withInstant(wall, onCreateAt))}
        />
      </Suspense>
    </div>
  );
}

/** Id of the focused appointment. */
function idOf({ target }: KeyboardEvent): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.querySelector<HTMLElement>('[data-appointment]')?.dataset.appointment;
}

/** Height of the days, if it is known before the appointments load. */
function heightOf(view: AgendaView, { from, to }: GridHours): number | undefined {
  if (view !== 'dia' && view !== 'semana') return undefined;
  return HEAD_HEIGHT + (Number(to.slice(0, 2)) - Number(from.slice(0, 2))) * HOUR_HEIGHT;
}

/** Skeleton of the grid while the appointments or its code load. */
function Loading({ height }: { height: number | undefined }) {
  return (
    <div className={classes.loading} style={{ height }} aria-hidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((column) => (
        <Skeleton key={column} height="100%" radius={7} />
      ))}
    </div>
  );
}
