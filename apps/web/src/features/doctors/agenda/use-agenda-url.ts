import { useMediaQuery } from '@mantine/hooks';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AgendaView } from './agenda-search.ts';
import { agendaViews, type DayRange, toDayRange } from './agenda-view.ts';

/** A phone is too narrow for several columns. */
const PHONE_VIEWS: readonly AgendaView[] = ['dia', 'lista'];

/** State of an agenda in the URL. */
export interface AgendaUrl {
  readonly today: string;
  readonly date: string;
  readonly view: AgendaView;
  readonly range: DayRange;
  show(next: { view?: AgendaView; date?: string }): void;
}

/** The view and date of a doctor's agenda, held in the URL. */
export function useAgendaUrl(timeZone: string) {
  const { vista, fecha } = useSearch({ from: '/_shell/_guarded/medicos/$idDoctor' });
  const navigate = useNavigate({ from: '/medicos/$idDoctor' });
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  const today = toWallTime(new Date().toISOString(), timeZone).date;
  const views = agendaViews.filter(({ value }) => !isPhone || PHONE_VIEWS.includes(value));
  const requestedView = vista ?? (isPhone ? 'lista' : 'semana');
  const view = views.some(({ value }) => value === requestedView) ? requestedView : 'lista';
  const date = fecha ?? today;

  /** Today's date is left out of the URL. */
  function show(next: { view?: AgendaView; date?: string }) {
    void navigate({
      // Another change may not have been rendered yet.
      search: (previous) => ({
        vista: next.view ?? previous.vista,
        fecha: next.date === today ? undefined : (next.date ?? previous.fecha),
      }),
      resetScroll: false,
    });
  }

  return { today, date, view, views, range: toDayRange(view, date), show };
}
