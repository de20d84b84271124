import type { Figures } from '@simiente/contract/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import type { PeriodFilter } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { ExamTypes } from './ExamTypes.tsx';
import { FigureCards } from './FigureCards.tsx';
import classes from './FigureSection.module.css';
import { FiguresLoading } from './FiguresLoading.tsx';
import { NothingYet } from './NothingYet.tsx';
import { WeeklyChart } from './WeeklyChart.tsx';

interface FigureSectionProps {
  filter: PeriodFilter;
  isFiltered: boolean;
  onClear: () => void;
}

/** The four figures and the two charts, which come in one answer. */
export function FigureSection({ filter, isFiltered, onClear }: FigureSectionProps) {
  const query = useQuery(
    queries.dashboard.figures.queryOptions({
      input: filter,
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
    }),
  );
  const { data: figures, error } = query;
  if (error instanceof ApiFailure && error.code === 'NOT_FOUND')
    return <UnknownLaboratory onClear={onClear} />;
  if (error && figures === undefined) {
    return (
      <div className={classes.state}>
        <LoadError
          title="Error al cargar las cifras"
          message={error.message}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  if (figures === undefined) return <FiguresLoading />;
  return (
    <div className={classes.section} aria-busy={query.isPlaceholderData || undefined}>
      <FigureCards figures={figures} filter={filter} />
      {isEmpty(figures) && <NothingYet isFiltered={isFiltered} onClear={onClear} />}
      <div className={classes.charts}>
        <WeeklyChart weeks={figures.weeks} />
        <ExamTypes figures={figures} />
      </div>
    </div>
  );
}

function isEmpty({ patients, laboratories, orders, exams }: Figures): boolean {
  return [patients, laboratories, orders, exams].every(({ value }) => value === 0);
}

/** The address names a laboratory that is not there; no figure may pass for its own. */
function UnknownLaboratory({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.state}>
      <EmptyState
        role="alert"
        illustration={<NoResultsArt />}
        title="Este laboratorio no existe"
        action={
          <LockButton kind="default" onClick={onClear}>
            Limpiar filtros
          </LockButton>
        }
      >
        Puede que se haya eliminado. Elige otro o quita los filtros.
      </EmptyState>
    </div>
  );
}
