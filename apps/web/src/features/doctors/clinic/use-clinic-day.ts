import { useMediaQuery } from '@mantine/hooks';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { ClinicDay } from '@simiente/contract/doctors/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../../lib/api/client.ts';
import type { ListView } from '../../records/public.ts';
import { type AgendaEvent, toEvents } from '../agenda/agenda-events.ts';
import { listDayParts } from '../agenda/day-parts.ts';
import { useAgendaState } from '../agenda/use-agenda-state.ts';
import type { AgendaUrl } from '../agenda/use-agenda-url.ts';
import type { DoctorsSearch } from '../doctors-search.ts';

/** The column of the validations of prescriptions; no record has an id with a space. */
export const RECIPES_COLUMN = 'of recipes';

const CANCELLED = 'cancelled';
const NO_DOCTORS: ClinicDay['doctors'] = [];

export type ClinicDayState = ReturnType<typeof useClinicDay>;

/** All doctors' appointments of one day, with the filters of the URL. */
export function useClinicDay({ search, change }: ListView<DoctorsSearch>, timeZone: string) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  const today = toWallTime(new Date().toISOString(), timeZone).date;
  const date = search.fecha ?? today;
  const url: AgendaUrl = {
    today,
    date,
    view: isPhone ? 'lista' : 'dia',
    range: { first: date, last: date },
    show: (next) => change({ fecha: next.date === today ? undefined : next.date }),
  };
  const query = useQuery(
    queries.doctors.day.queryOptions({ input: { date }, select: ({ data }) => data }),
  );
  const all = useMemo(() => {
    if (query.data === undefined) return [];
    return toEvents(query.data.appointments, timeZone, query.data.doctors);
  }, [query.data, timeZone]);

  const doctors = query.data?.doctors ?? NO_DOCTORS;
  const chosen = search.medicos?.split(',');
  const known = doctors.filter(({ idDoctor }) => chosen?.includes(idDoctor));
  // All doctors are shown if the chosen ones have left.
  const shown = known.length > 0 ? known : doctors;
  const isEverybody = shown === doctors;
  const shownIds = shown.map(({ idDoctor }) => idDoctor).join();
  const events = useMemo(() => {
    const ids = shownIds.split(',');
    const isShown = ({ idDoctor, status }: AgendaEvent) =>
      (idDoctor === null ? isEverybody : ids.includes(idDoctor)) &&
      (search.cita === undefined || status === search.cita);
    return all.filter(isShown);
  }, [all, shownIds, isEverybody, search.cita]);

  const partsByDoctor = useMemo(() => {
    const day = { first: date, last: date };
    return new Map(shown.map((one) => [one.idDoctor, listDayParts(one, day, timeZone)]));
  }, [shown, date, timeZone]);
  const parts = useMemo(() => [...partsByDoctor.values()].flat(), [partsByDoctor]);
  const agenda = useAgendaState({ events, parts, doctors: shown, query }, url, timeZone);
  return {
    url,
    agenda,
    doctors,
    shown,
    partsByDoctor,
    isEverybody,
    moreDoctors: query.data?.moreDoctors ?? false,
    events,
    /** Appointments of all doctors that are not cancelled, without regard to the filters. */
    total: countActive(all),
    countOfDoctor: (idDoctor: string) =>
      countActive(all.filter((event) => getColumn(event) === idDoctor)),
    choose: (ids: readonly string[]) =>
      change({
        medicos: ids.length === 0 || ids.length === doctors.length ? undefined : ids.join(),
      }),
    status: search.cita,
    filterStatus: (cita: DoctorsSearch['cita']) => change({ cita }),
  };
}

/** The id of the column that an appointment is drawn in. */
export function getColumn({ idDoctor }: AgendaEvent): string {
  return idDoctor ?? RECIPES_COLUMN;
}

/** How many are not cancelled. */
export function countActive(events: readonly AgendaEvent[]): number {
  return events.filter(({ status }) => status !== CANCELLED).length;
}
