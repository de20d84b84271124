import { readWallTime, toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import { useIsPhone } from '../../../ui/use-media.ts';
import { useCan } from '../../session/public.ts';
import {
  type AgendaEvent,
  addWallMinutes,
  moveRow,
  toEvents,
  toInstants,
} from './agenda-events.ts';
import type { AgendaView } from './agenda-search.ts';
import { agendaViews, type DayRange, isWithin, toDayRange } from './agenda-view.ts';
import { type DayPart, gridHours, listDayParts } from './grid/doctor-columns.ts';
import { useKeyboardMove, useReschedule } from './moving/use-keyboard-move.ts';

export type AgendaState = ReturnType<typeof useAgendaState>;

interface AgendaSource {
  readonly events: readonly AgendaEvent[];
  /** Working time on the days shown. */
  readonly parts: readonly DayPart[];
  /** The doctors that are columns on one day; undefined where days are columns. */
  readonly doctors: readonly Pick<Doctor, 'idDoctor' | 'name'>[] | undefined;
  /** Length of a new appointment in minutes; null for several doctors, or a retired one. */
  readonly slotMinutes: number | null;
  readonly query: Pick<
    UseQueryResult,
    'isPending' | 'isFetching' | 'isError' | 'data' | 'error'
  > & { readonly refetch: () => unknown };
}

/** An agenda's appointments, and their moves by drag and keyboard. */
export function useAgendaState(
  { events: savedEvents, parts, doctors, slotMinutes, query }: AgendaSource,
  url: AgendaUrl,
  timeZone: string,
) {
  const moving = useReschedule();
  const [announcement, setAnnouncement] = useState('');

  const shown = {
    view: url.view,
    range: url.range,
    doctors,
    hours: gridHours(parts, savedEvents, url.range.first),
    /** Sunday is shown if it is today, the only day, a working day, or has an appointment. */
    withSundays:
      (getWeekday(url.today) === 0 && isWithin(url.today, url.range)) ||
      (url.view === 'dia' && getWeekday(url.date) === 0) ||
      parts.some(({ date }) => getWeekday(date) === 0) ||
      savedEvents.some(({ start }) => getWeekday(start.date) === 0),
  };
  const mayEdit = useCan()('patients.edit');
  const { moved, press } = useKeyboardMove(shown, timeZone, {
    drop: (appointment, date, idDoctor) => moving.move({ appointment, date, idDoctor }),
    announce: setAnnouncement,
    mayMove: mayEdit,
    isLocked: moving.isMoving,
  });
  const events = useMemo(() => {
    if (moved === null) return savedEvents;
    const wall = addWallMinutes(moved.event.start, moved.minutes);
    const reading = readWallTime(wall, timeZone);
    if (!('instant' in reading)) return savedEvents;
    const others = savedEvents.filter(({ id }) => id !== moved.event.id);
    const row = moveRow(moved.event, reading.instant, moved.idDoctor);
    return [...others, ...toEvents([row], timeZone, doctors)];
  }, [savedEvents, moved, timeZone, doctors]);

  /** Calls `use` with the instant of a wall time; an hour skipped by a clock shift shows an error. */
  function callWithInstant(wall: WallTime, use: (instant: string) => void): boolean {
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
    /** Whether appointments cannot be dragged. */
    isLocked: moving.isMoving || !mayEdit,
    announcement,
    isLoading: query.isPending,
    hours: shown.hours,
    parts,
    slotMinutes,
    withSundays: shown.withSundays,
    press: (keyEvent: KeyboardEvent, focusedId: string | undefined) =>
      press(
        keyEvent,
        savedEvents.find(({ id }) => id === focusedId),
      ),
    drop: (appointment: AgendaEvent, wall: WallTime, idDoctor?: string) =>
      !moving.isMoving &&
      callWithInstant(wall, (date) => moving.move({ appointment, date, idDoctor })),
    callWithInstant,
  };
}

export const getSlotMinutes = (doctor: Pick<Doctor, 'retiredAt' | 'appointmentMinutes'>) =>
  doctor.retiredAt === null ? doctor.appointmentMinutes : null;

/** The agenda of one doctor: their appointments of the days shown, also cancelled ones. */
export function useDoctorAgenda(doctor: Doctor, url: AgendaUrl, timeZone: string): AgendaState {
  const query = useAnswer(queries.doctors.agenda, {
    input: { idDoctor: doctor.idDoctor, ...toInstants(url.range, timeZone) },
    select: ({ appointments }) => appointments,
  });
  const events = useMemo(() => toEvents(query.data ?? [], timeZone), [query.data, timeZone]);
  const { first, last } = url.range;
  const parts = useMemo(
    () => listDayParts(doctor, { first, last }, timeZone),
    [doctor, first, last, timeZone],
  );
  const slotMinutes = getSlotMinutes(doctor);
  const source = { events, parts, doctors: undefined, slotMinutes, query };
  return useAgendaState(source, url, timeZone);
}

/** A phone is too narrow for several columns. */
const PHONE_VIEWS: readonly AgendaView[] = ['dia', 'lista'];

export interface AgendaChange {
  readonly view?: AgendaView;
  /** A day, or a function of the day in the URL, which may be newer than the rendered day after fast clicks. */
  readonly date?: string | ((shown: string) => string);
}

export interface AgendaUrl {
  readonly today: string;
  readonly date: string;
  readonly view: AgendaView;
  /** The period by which an arrow moves. */
  readonly step: Exclude<AgendaView, 'lista'>;
  readonly range: DayRange;
  show(next: AgendaChange): void;
}

/** The search parameter of the next date; undefined for today. */
export function toDateParam(
  next: AgendaChange['date'],
  shown: string | undefined,
  today: string,
): string | undefined {
  const date = typeof next === 'function' ? next(shown ?? today) : (next ?? shown);
  return date === today ? undefined : date;
}

/** The view and date of a doctor's agenda, held in the URL. */
export function useAgendaUrl(timeZone: string) {
  const { vista, fecha } = useSearch({ from: '/_shell/_guarded/medicos/$idDoctor' });
  const navigate = useNavigate({ from: '/medicos/$idDoctor' });
  const isPhone = useIsPhone();
  const today = toWallTime(new Date().toISOString(), timeZone).date;
  const views = agendaViews.filter(({ value }) => !isPhone || PHONE_VIEWS.includes(value));
  const requestedView = vista ?? (isPhone ? 'lista' : 'semana');
  const view = views.some(({ value }) => value === requestedView) ? requestedView : 'lista';
  const date = fecha ?? today;

  function show(next: AgendaChange) {
    void navigate({
      search: (previous) => ({
        vista: next.view ?? previous.vista,
        fecha: toDateParam(next.date, previous.fecha, today),
      }),
      resetScroll: false,
    });
  }

  const step = view === 'lista' ? 'semana' : view;
  return { today, date, view, step, views, range: toDayRange(view, date), show } as const;
}
