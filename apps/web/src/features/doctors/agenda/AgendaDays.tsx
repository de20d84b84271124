import { Skeleton } from '@mantine/core';
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import classes from './AgendaCard.module.css';
import { AgendaList } from './AgendaList.tsx';
import type { AgendaEvent } from './agenda-events.ts';
import type { AgendaView } from './agenda-view.ts';
import type { GridHours } from './grid-hours.ts';
import type { AgendaState } from './use-agenda-state.ts';

/** The calendar's code comes once somebody looks at a grid. */
const AgendaGrid = lazy(() => import('./AgendaGrid.tsx'));

/** Pixels of the grid's head and of one hour; a journey fails where the grid draws another height. */
const HEAD_HEIGHT = 45;
const HOUR_HEIGHT = 76;

interface AgendaDaysProps {
  agenda: AgendaState;
  onOpen: (event: AgendaEvent) => void;
  /** Undefined for a doctor who takes no new appointments. */
  onCreateAt: ((startsAt: string) => void) | undefined;
  /** Gives the focus to an appointment that has just been carried elsewhere. */
  onCarried: (appointmentId: string) => void;
}

/** The days that the agenda shows, as a grid or as a list. */
export function AgendaDays({ agenda, onOpen, onCreateAt, onCarried }: AgendaDaysProps) {
  const { place, events, isLoading, carried } = agenda;
  const { view, date, range, today } = place;
  const held = useRef<string>(undefined);
  const follow = useEffectEvent(() => {
    if (carried) held.current = carried.event.appointment.id;
    if (held.current === undefined || document.activeElement !== document.body) return;
    onCarried(held.current);
  });

  // Whoever is carried elsewhere is drawn anew there, and again once it is saved: the focus goes along.
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
        held.current = undefined;
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
          onOpenDay={(day) => place.show({ view: 'dia', date: day })}
          onFree={onCreateAt && ((wall) => agenda.instantAt(wall, onCreateAt))}
        />
      </Suspense>
    </div>
  );
}

/** Which appointment has the focus. */
function idOf({ target }: KeyboardEvent): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.querySelector<HTMLElement>('[data-appointment]')?.dataset.appointment;
}

/** What the days measure, where that is known before the appointments are. */
function heightOf(view: AgendaView, { from, to }: GridHours): number | undefined {
  if (view !== 'dia' && view !== 'semana') return undefined;
  return HEAD_HEIGHT + (Number(to.slice(0, 2)) - Number(from.slice(0, 2))) * HOUR_HEIGHT;
}

/** The shape of the grid while the appointments or its code are on their way. */
function Loading({ height }: { height: number | undefined }) {
  return (
    <div className={classes.loading} style={{ height }} aria-hidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((column) => (
        <Skeleton key={column} height="100%" radius={7} />
      ))}
    </div>
  );
}
