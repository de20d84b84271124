import { CloseButton } from '@mantine/core';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { skipToken } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import {
  defaultPeriodIn,
  type Period,
  type PeriodFilter,
  type PeriodSearch,
  toPeriodFilter,
} from '../../lib/period/period.ts';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './url-period.module.css';

/** The filter of a URL, on the clinic's calendar. */
export function usePeriod(search: PeriodSearch): { filter: PeriodFilter; defaultPeriod: Period } {
  const defaultPeriod = defaultPeriodIn(useClinicTimeZone());
  return { filter: toPeriodFilter(search, defaultPeriod), defaultPeriod };
}

/** The laboratory with the id of the URL, once it is loaded. */
export function useLaboratory(id: string | undefined): {
  laboratory: Laboratory | undefined;
  isUnknown: boolean;
} {
  const query = useAnswer(queries.exams.laboratory, {
    input: id === undefined ? skipToken : { idPartner: id },
  });
  return { laboratory: query.data, isUnknown: query.isError };
}

export function homeCrumb(search: PeriodSearch): Crumb {
  return {
    label: 'Inicio',
    link: <Link to="/home" search={search} activeOptions={{ exact: true }} />,
  };
}

interface PeriodChipsProps {
  search: PeriodSearch;
  /** Label of the days: 'Creación', 'Periodo'. */
  name: string;
  onChange: (next: PeriodSearch) => void;
  /** Whether the list needs a period, so that the period's chip has no remove button. */
  isPeriodRequired?: boolean;
}

/** The period and laboratory of the URL as removable chips above the list. */
export function PeriodChips(props: PeriodChipsProps) {
  const { search, name, onChange, isPeriodRequired = false } = props;
  const { desde, hasta, laboratorio } = search;
  const { laboratory, isUnknown } = useLaboratory(laboratorio);
  const days = describeDays(search);
  if (days === undefined && laboratorio === undefined) return null;
  return (
    <ul className={classes.chips} aria-label="Filtros aplicados">
      {days !== undefined && (
        <FilterChip
          key={`${desde} ${hasta}`}
          name={name}
          value={days}
          onRemove={
            isPeriodRequired ? undefined : () => onChange({ desde: undefined, hasta: undefined })
          }
        />
      )}
      {laboratorio !== undefined && (
        <FilterChip
          name="Laboratorio"
          value={laboratory?.name ?? (isUnknown ? 'desconocido' : '…')}
          onRemove={() => onChange({ laboratorio: undefined })}
        />
      )}
    </ul>
  );
}

/** Text such as '3 ago 2026 – 1 nov 2026', 'hasta el 1 nov 2026' or 'desde el 3 ago 2026'. */
function describeDays({ desde, hasta }: PeriodSearch): string | undefined {
  if (desde === undefined) return hasta && `hasta el ${describeCalendarDay(hasta)}`;
  if (hasta === undefined) return `desde el ${describeCalendarDay(desde)}`;
  return desde === hasta
    ? describeCalendarDay(desde)
    : `${describeCalendarDay(desde)} – ${describeCalendarDay(hasta)}`;
}

interface FilterChipProps {
  name: string;
  value: string;
  /** Removes the filter; absent for a fixed filter. */
  onRemove?: (() => void) | undefined;
}

function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <li className={classes.chip} data-removable={onRemove !== undefined || undefined}>
      <span className={classes.words} title={`${name}: ${value}`}>
        <span className={classes.name}>{name}</span> {value}
      </span>
      {onRemove && (
        <CloseButton
          size={24}
          iconSize={14}
          className={classes.remove}
          aria-label={`Quitar filtro: ${name} ${value}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
