import { readWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import { type AgendaEvent, eventsOf, interval, laterOnTheWall, movedTo } from './agenda-events.ts';
import { isWithin } from './agenda-view.ts';
import { weekdayOf } from './calendar-days.ts';
import { gridHours } from './grid-hours.ts';
import type { useAgendaPlace } from './use-agenda-url.ts';
import { useKeyboardMove } from './use-keyboard-move.ts';
import { useReschedule } from './use-reschedule.ts';

export type AgendaState = ReturnType<typeof useAgendaState>;

/** What the agenda of a doctor holds on some days, and how its appointments are given other times. */
export function useAgendaState(
  doctor: Doctor,
  place: ReturnType<typeof useAgendaPlace>,
  timeZone: string,
) {
  const query = useAgenda(doctor.idDoctor, interval(place.range, timeZone));
  const moving = useReschedule(timeZone);
  const [said, setSaid] = useState('');
  const settled = useMemo(() => eventsOf(query.data ?? [], timeZone), [query.data, timeZone]);

  const shown = {
    view: place.view,
    range: place.range,
    hours: gridHours(doctor.workingDays, settled),
    /** The clinic is closed on Sundays, unless there is an appointment all the same; today is always seen. */
    withSundays:
      (weekdayOf(place.today) === 0 && isWithin(place.today, place.range)) ||
      (place.view === 'dia' && weekdayOf(place.date) === 0) ||
      doctor.workingDays.some(({ weekday }) => weekday === 0) ||
      settled.some(({ start }) => weekdayOf(start.date) === 0),
  };
  const { carried, press } = useKeyboardMove(shown, timeZone, {
    drop: ({ appointment }, date) => moving.move(appointment, date),
    say: setSaid,
    isLocked: moving.isMoving,
  });
  const events = useMemo(() => {
    if (carried === null) return settled;
    const wall = laterOnTheWall(carried.event.start, carried.minutes);
    const reading = readWallTime(wall, timeZone);
    if (!('instant' in reading)) return settled;
    const { appointment } = carried.event;
    const others = settled.filter((event) => event.appointment.id !== appointment.id);
    const there = eventsOf([movedTo(appointment, reading.instant)], timeZone);
    return [...others, ...there];
  }, [settled, carried, timeZone]);

  /** The instant that the clinic's clocks say, for `use`; an hour that they skip is said to be none. */
  function instantAt(wall: WallTime, use: (instant: string) => void): boolean {
    const reading = readWallTime(wall, timeZone);
    if ('instant' in reading) use(reading.instant);
    else notifyError('Esa hora no existe ese día', { detail: 'El reloj se adelanta esa noche.' });
    return 'instant' in reading;
  }

  return {
    place,
    timeZone,
    query,
    moving,
    events,
    carried,
    /** For those who cannot see it move. */
    said,
    isLoading: query.isPending,
    hours: shown.hours,
    withSundays: shown.withSundays,
    press: (event: KeyboardEvent, id: string | undefined) => {
      const focused = settled.find(({ appointment }) => appointment.id === id);
      press(event, focused);
    },
    drop: ({ appointment }: AgendaEvent, wall: WallTime) =>
      !moving.isMoving && instantAt(wall, (date) => moving.move(appointment, date)),
    instantAt,
  };
}

/** A doctor's appointments between two instants, also those that were cancelled. */
export function useAgenda(idDoctor: string, { from, to }: { from: string; to: string }) {
  return useQuery(
    queries.doctors.agenda.queryOptions({
      input: { idDoctor, from, to },
      select: ({ data }) => data.appointments,
    }),
  );
}
