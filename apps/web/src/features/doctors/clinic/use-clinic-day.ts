import { useLocalStorage } from '@mantine/hooks';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { ClinicDay } from '@simiente/contract/doctors/calls';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { useIsPhone } from '../../../ui/use-media.ts';
import type { ListView } from '../../records/public.ts';
import { type AgendaEvent, toEvents } from '../agenda/agenda-events.ts';
import { toDayRange } from '../agenda/agenda-view.ts';
import { listDayParts } from '../agenda/grid/doctor-columns.ts';
import {
  type AgendaUrl,
  getSlotMinutes,
  toDateParam,
  useAgendaState,
} from '../agenda/use-agenda-state.ts';
import type { DoctorsSearch } from '../doctors-search.ts';

/** The column of the validations of prescriptions; no record has an id with a space. */
export const PRESCRIPTIONS_COLUMN = 'of prescriptions';

const NO_DOCTORS: ClinicDay['doctors'] = [];

export type ClinicDayState = ReturnType<typeof useClinicDay>;

/** All doctors' appointments of a day or a week. Without doctors in the URL, the doctors chosen last are shown. */
export function useClinicDay({ search, change }: ListView<DoctorsSearch>, timeZone: string) {
  const isPhone = useIsPhone();
  const [storedFilter, storeFilter] = useLocalStorage({
    key: 'simiente-agenda-doctors',
    defaultValue: { ids: '', hidesEmpty: false },
    getInitialValueInEffect: false,
  });
  const navigate = useNavigate({ from: '/medicos/' });
  const today = toWallTime(new Date().toISOString(), timeZone).date;
  const date = search.fecha ?? today;
  const view = isPhone ? 'lista' : search.periodo;
  // The list on a phone has one day.
  const step = view === 'semana' ? 'semana' : 'dia';
  const range = toDayRange(step, date);
  const url: AgendaUrl = {
    today,
    date,
    view,
    step,
    range,
    show: (next) =>
      void navigate({
        search: (previous) => ({
          ...previous,
          fecha: toDateParam(next.date, previous.fecha, today),
          ...((next.view === 'dia' || next.view === 'semana') && { periodo: next.view }),
        }),
        state: true,
        resetScroll: false,
      }),
  };
  const query = useAnswer(queries.doctors.day, {
    input: { date: range.first, days: step === 'semana' ? 7 : 1, page: search.pagina },
  });
  const allEvents = useMemo(() => {
    if (query.data === undefined) return [];
    return toEvents(query.data.appointments, timeZone, query.data.doctors);
  }, [query.data, timeZone]);

  const doctors = query.data?.doctors ?? NO_DOCTORS;
  const chosenIds = (search.medicos ?? storedFilter.ids).split(',');
  const chosenDoctors = doctors.filter(({ idDoctor }) => chosenIds.includes(idDoctor));
  // If no chosen doctor is on this page of doctors, all are selected.
  const selectedDoctors = chosenDoctors.length > 0 ? chosenDoctors : doctors;
  const isAllSelected = selectedDoctors === doctors;
  const busyDoctors = storedFilter.hidesEmpty
    ? selectedDoctors.filter((doctor) =>
        allEvents.some(({ idDoctor }) => idDoctor === doctor.idDoctor),
      )
    : selectedDoctors;
  const visibleDoctors = busyDoctors.length > 0 ? busyDoctors : selectedDoctors;
  const visibleIds = visibleDoctors.map(({ idDoctor }) => idDoctor).join();
  const events = useMemo(() => {
    const ids = visibleIds.split(',');
    const isShown = ({ idDoctor, status }: AgendaEvent) =>
      (idDoctor === null ? isAllSelected : ids.includes(idDoctor)) &&
      (search.cita === undefined || status === search.cita);
    return allEvents.filter(isShown);
  }, [allEvents, visibleIds, isAllSelected, search.cita]);

  const { first, last } = range;
  const partsByDoctor = useMemo(
    () =>
      new Map(
        visibleDoctors.map((doctor) => [
          doctor.idDoctor,
          listDayParts(doctor, { first, last }, timeZone),
        ]),
      ),
    [visibleDoctors, first, last, timeZone],
  );
  const parts = useMemo(() => {
    const allParts = [...partsByDoctor.values()].flat();
    // With several doctors, a time is closed only if none of them works.
    const openParts = allParts.filter(({ blockedBy }) => blockedBy === null);
    return partsByDoctor.size === 1
      ? allParts
      : openParts.toSorted((first, second) => (first.from < second.from ? -1 : 1));
  }, [partsByDoctor]);
  const [onlyDoctor] = visibleDoctors.length === 1 ? visibleDoctors : [];
  const source = {
    events,
    parts,
    query,
    slotMinutes: onlyDoctor ? getSlotMinutes(onlyDoctor) : null,
    doctors: view === 'semana' ? undefined : visibleDoctors,
  };
  const agenda = useAgendaState(source, url, timeZone);
  return {
    url,
    agenda,
    doctors,
    visibleDoctors,
    partsByDoctor,
    isAllSelected,
    moreDoctors: query.data?.moreDoctors ?? false,
    page: search.pagina,
    showPage: (pagina: number) => change({ pagina, medicos: undefined }),
    events,
    /** Number of all doctors' appointments that are not cancelled, regardless of the filters. */
    total: countActive(allEvents),
    countByDoctor: (idDoctor: string) =>
      countActive(allEvents.filter((event) => getColumn(event) === idDoctor)),
    choose: (ids: readonly string[]) => {
      const isAll = ids.length === 0 || ids.length === doctors.length;
      storeFilter({ ...storedFilter, ids: isAll ? '' : ids.join() });
      change({ medicos: isAll ? undefined : ids.join() });
    },
    selectedDoctors,
    hidesEmpty: storedFilter.hidesEmpty,
    setHidesEmpty: (hidesEmpty: boolean) => storeFilter({ ...storedFilter, hidesEmpty }),
    status: search.cita,
    filterStatus: (cita: DoctorsSearch['cita']) => change({ cita }),
  };
}

export function getColumn({ idDoctor }: AgendaEvent): string {
  return idDoctor ?? PRESCRIPTIONS_COLUMN;
}

/** Number of appointments that are not cancelled; a booking of several doctors counts once. */
export function countActive(events: readonly AgendaEvent[]): number {
  const active = events.filter(({ status }) => status !== 'cancelled');
  return new Set(active.map(({ id }) => id)).size;
}
