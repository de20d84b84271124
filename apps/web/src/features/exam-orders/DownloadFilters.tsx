import type { Laboratory } from '@simiente/contract/exams/calls';
import { useRef } from 'react';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateRange } from '../../ui/dates/DateRange.tsx';
import { LaboratorySelect } from '../exams/public.ts';
import { useTypedDays } from '../period/public.ts';
import classes from './DownloadFilters.module.css';

interface DownloadFiltersProps {
  search: PeriodSearch;
  /** The laboratory of the URL, once it is loaded. */
  laboratory: Laboratory | null;
  onChange: (search: PeriodSearch) => void;
}

/** Filters by days and laboratory. A date takes effect once it is complete. */
export function DownloadFilters({ search, laboratory, onChange }: DownloadFiltersProps) {
  const { desde, hasta, laboratorio } = search;
  const first = useRef<HTMLInputElement>(null);
  const days = useTypedDays(search, (chosen) => onChange({ ...search, ...chosen }));
  const filterCount = [desde ?? hasta, laboratorio].filter((set) => set !== undefined).length;
  return (
    <div className={classes.filters}>
      <DateRange
        labels={{ start: 'Desde', end: 'Hasta' }}
        value={days.typed}
        errors={days.errors}
        startRef={first}
        onType={days.take}
        onChoose={days.take}
      />
      <div className={classes.laboratory}>
        <LaboratorySelect
          everyType
          label="Laboratorio"
          noneLabel="todos"
          value={laboratory}
          onChange={(next) => onChange({ ...search, laboratorio: next?.idPartner })}
        />
      </div>
      {filterCount > 0 && (
        <LockButton
          kind="subtle"
          count={filterCount}
          onClick={() => {
            onChange({});
            // The button is unmounted and would lose the focus.
            first.current?.focus();
          }}
        >
          Limpiar filtros
        </LockButton>
      )}
    </div>
  );
}
