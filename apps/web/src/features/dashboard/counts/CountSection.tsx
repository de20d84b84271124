import { Skeleton, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import type { PeriodFilter } from '../../../lib/period/period.ts';
import { shortSpan } from '../../../lib/period/period-words.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { NoResultsArt } from '../../../ui/illustrations/state-art.tsx';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { EmptyState, LoadError } from '../../../ui/page/EmptyState.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import { ChartCard, ChartTable } from './ChartCard.tsx';
import cardClasses from './CountCards.module.css';
import { CountCards } from './CountCards.tsx';
import classes from './CountSection.module.css';
import { ExamTypes } from './ExamTypes.tsx';

/** Lazy, because the chart library is larger than the rest of the page. */
const WeeklyPlot = lazyOnUse(
  () => import('./WeeklyPlot.tsx'),
  () => <Skeleton height="100%" radius={8} />,
);

function Legend() {
  return (
    <span className={classes.legend} aria-hidden>
      <span className={classes.key}>
        <span className={classes.line} /> Este periodo
      </span>
      <span className={classes.key}>
        <span className={classes.line} data-dashed /> Periodo anterior
      </span>
    </span>
  );
}

interface CountSectionProps {
  filter: PeriodFilter;
  isFiltered: boolean;
  onClear: () => void;
}

/** The four counts and the two charts, which share one request. */
export function CountSection({ filter, isFiltered, onClear }: CountSectionProps) {
  const query = useQuery(
    queries.dashboard.figures.queryOptions({
      input: filter,
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
    }),
  );
  const { data: counts, error } = query;
  if (error instanceof ApiFailure && error.code === 'NOT_FOUND') {
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
  if (error && counts === undefined) {
    return (
      <div className={classes.state}>
        <LoadError title="No se pudieron cargar las cifras" queries={[query]} />
      </div>
    );
  }
  if (counts === undefined) return <CountsLoading />;
  return (
    <div className={classes.section} aria-busy={query.isPlaceholderData || undefined}>
      <CountCards counts={counts} filter={filter} />
      {COUNTS.every((name) => counts[name].value === 0) && (
        <div className={classes.state}>
          <EmptyList
            isFiltered={isFiltered}
            onClear={onClear}
            hint="Prueba con otro periodo u otro laboratorio."
            create={{ label: 'Ir a Pacientes', link: <Link to="/pacientes" /> }}
          >
            Empieza por crear un paciente o importar los que ya tienes: las cifras y las gráficas
            aparecerán aquí.
          </EmptyList>
        </div>
      )}
      <div className={classes.charts}>
        <ChartCard title="Pacientes registrados por semana" aside={<Legend />}>
          <div className={classes.plot} aria-hidden>
            <WeeklyPlot weeks={counts.weeks} />
          </div>
          <ChartTable
            caption="Pacientes registrados por semana"
            titles={['Semana', 'Este periodo', 'Periodo anterior']}
            rows={counts.weeks.map((week) => [
              shortSpan(week),
              formatCount(week.value),
              formatCount(week.previous),
            ])}
          />
        </ChartCard>
        <ExamTypes counts={counts} />
      </div>
    </div>
  );
}

const COUNTS = ['patients', 'laboratories', 'orders', 'exams'] as const;

function CountsLoading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.section} data-late={isLate || undefined}>
      <VisuallyHidden role="status">{isLate && 'Cargando...'}</VisuallyHidden>
      <div className={cardClasses.cards}>
        {COUNTS.map((name) => (
          <Skeleton key={name} className={classes.count ?? ''} visible={isLate} radius={12} />
        ))}
      </div>
      <div className={classes.charts}>
        <Skeleton className={classes.chart ?? ''} visible={isLate} radius={12} />
        <Skeleton className={classes.chart ?? ''} visible={isLate} radius={12} />
      </div>
    </div>
  );
}
