import { readWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import { type AgendaEvent, addWallMinutes, eventsOf, interval, movedTo } from './agenda-events.ts';
import { isWithin } from './agenda-view.ts';
import { weekdayOf } from './calendar-days.ts';
import { gridHours } from './grid-hours.ts';
import type { useAgendaUrl } from './use-agenda-url.ts';
import { useKeyboardMove } from './use-keyboard-move.ts';
import { useReschedule } from './use-reschedule.ts';

export type AgendaState = ReturnType<typeof useAgendaState>;

/** The agenda's appointments of the days shown, and their moves by drag and keyboard. */
export function useAgendaState(
  doctor: Doctor,
  url: ReturnType<typeof useAgendaUrl>,
  timeZone: string,
) {
  const query = useAgenda(doctor.idDoctor, interval(url.range, timeZone));
  const moving = useReschedule(timeZone);
  const [announcement, setAnnouncement] = useState('');
  const settled = useMemo(() => eventsOf(query.data ?? [], timeZone), [query.data, timeZone]);

  const shown = {
    view: url.view,
    range: url.range,
    hours: gridHours(doctor.workingDays, settled),
    /** Sunday is shown only if the doctor works or has an appointment then, or if it is today. */
    withSundays:
      (weekdayOf(url.today) === 0 && isWithin(url.today, url.range)) ||
      (url.view === 'dia' && weekdayOf(url.date) === 0) ||
      doctor.workingDays.some(({ weekday }) => weekday === 0) ||
      settled.some(({ start }) => weekdayOf(start.date) === 0),
  };
  const { moved, press } = useKeyboardMove(shown, timeZone, {
    drop: ({ appointment }, date) => moving.move(appointment, date),
    say: setAnnouncement,
    isLocked: moving.isMoving,
  });
  const events = useMemo(() => {
    if (moved === null) return settled;
    const wall = addWallMinutes(moved.event.start, moved.minutes);
    const reading = readWallTime(wall, timeZone);
    if (!('instant' in reading)) return settled;
    const { appointment } = moved.event;
    const others = settled.filter((event) => event.appointment.id !== appointment.id);
    const atNewTime = eventsOf([movedTo(appointment, reading.instant)], timeZone);
    return [...others, ...atNewTime];
  }, [settled, moved, timeZone]);

  /** Calls `use` with the instant of a wall time; an hour skipped by a clock shift shows an error. */
  function withInstant(wall: WallTime, use: (instant: string) => void): boolean {
    const reading = readWallTime(wall, timeZone);
    if ('instant' in reading) use(reading.instant);
    else notifyError('Esa hora no existe ese día por el cambio de horario.');
    return 'instant' in reading;
  }

  return {
    url,
    timeZone,
    query,
    moving,
    events,
    moved,
    /** Announcement for screen readers. */
    announcement,
    isLoading: query.isPending,
    hours: shown.hours,
    withSundays: shown.withSundays,
    press: (event: KeyboardEvent, id: string | undefined) => {
      const focused = settled.find(({ appointment }) => appointment.id === id);
      press(event, focused);
    },
    drop: ({ appointment }: AgendaEvent, wall: WallTime) =>
      !moving.isMoving && withInstant(wall, (date) => moving.move(appointment, date)),
    withInstant,
  };
}

/** A doctor's appointments between two instants, including cancelled ones. */
export function useAgenda(idDoctor: string, { from, to }: { from: string; to: string }) {
  return useQuery(
    queries.doctors.agenda.queryOptions({
      input: { idDoctor, from, to },
      select: ({ data }) => data.appointments,
    }),
  );
}
