import { CloseButton } from '@mantine/core';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { PeriodSearch } from '../../lib/period/period.ts';
import classes from './PeriodChips.module.css';
import { useLaboratory } from './url-period.tsx';

interface PeriodChipsProps {
  search: PeriodSearch;
  /** Label of the days: 'Creación', 'Periodo'. */
  name: string;
  /** The parameters that change. */
  onChange: (next: PeriodSearch) => void;
  /** The list always has a period, so the chip has no remove button. */
  isPeriodKept?: boolean;
}

/** The period and laboratory of the URL as removable chips above the list. */
export function PeriodChips({ search, name, onChange, isPeriodKept = false }: PeriodChipsProps) {
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
            isPeriodKept ? undefined : () => onChange({ desde: undefined, hasta: undefined })
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

/** '3 ago 2026 – 1 nov 2026', 'hasta el 1 nov 2026', 'desde el 3 ago 2026', or nothing. */
function describeDays({ desde, hasta }: PeriodSearch): string | undefined {
  if (desde === undefined) return hasta && `hasta el ${describeCalendarDay(hasta)}`;
  if (hasta === undefined) return `desde el ${describeCalendarDay(desde)}`;
  return desde === hasta
    ? describeCalendarDay(desde)
    : `${describeCalendarDay(desde)} – ${describeCalendarDay(hasta)}`;
}

interface FilterChipProps {
  /** Label of the filter: 'Periodo'. */
  name: string;
  value: string;
  /** Removes the filter; without it the filter is fixed. */
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
