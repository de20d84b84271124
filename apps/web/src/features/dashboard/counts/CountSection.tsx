import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { DashboardCounts, PeriodCount } from '@simiente/contract/dashboard/calls';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cloneElement } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { type PeriodFilter, toPeriodSearch } from '../../../lib/period/period.ts';
import { shortSpan } from '../../../lib/period/period-words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { NoResultsArt } from '../../../ui/illustrations/state-art.tsx';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { EmptyState, LoadError } from '../../../ui/page/EmptyState.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import { ChartCard, ChartTable } from './ChartCard.tsx';
import cardClasses from './CountCards.module.css';
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
  const query = useAnswer(queries.dashboard.figures, {
    input: filter,
    placeholderData: keepPreviousData,
  });
  const { data: counts, error } = query;
  if (error instanceof ApiFailure && error.code === 'NOT_FOUND') {
    return (
      <div className={classes.state}>
        <EmptyState
          role="alert"
          illustration={<NoResultsArt />}
          title="Este laboratorio no existe"
          action={
            <Button kind="default" onClick={onClear}>
              Limpiar filtros
            </Button>
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

/** Size of a sparkline in px. `INSET` keeps the stroke inside. */
const WIDTH = 84;
const HEIGHT = 32;
const INSET = 3;
/** Height of the line, as a share, if all values are equal. */
const LEVEL = 0.5;

/**
 * SVG path of a smooth line through the values, scaled from their minimum to their maximum, without overshoot.
 * Equal values are in the middle, zeros at the bottom.
 */
export function sparklinePath(series: readonly number[]): string {
  const values = series.length === 1 ? [...series, ...series] : series;
  const min = Math.min(...values);
  const span = Math.max(...values) - min;
  const toShare = (value: number) => {
    if (span > 0) return (value - min) / span;
    return value === 0 ? 0 : LEVEL;
  };
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => ({
    x: round(index * step),
    y: round(HEIGHT - INSET - toShare(value) * (HEIGHT - 2 * INSET)),
  }));
  return points
    .map(({ x, y }, index) => {
      const previousPoint = points[index - 1];
      if (previousPoint === undefined) return `M${x} ${y}`;
      const middle = round((previousPoint.x + x) / 2);
      return `C${middle} ${previousPoint.y} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;

const ACTIVE_LABORATORIES = { tipo: 'Laboratorio', sucursales: true } as const;

/** The four counts; each links to its list, filtered to the counted rows. */
export function CountCards({ counts, filter }: { counts: DashboardCounts; filter: PeriodFilter }) {
  const search = toPeriodSearch(filter);
  const { hasta, laboratorio } = search;
  return (
    <div className={cardClasses.cards}>
      <CountCard
        label="Total pacientes"
        count={counts.patients}
        // All patients registered up to the end of the period, so it has no start date.
        link={<Link to="/pacientes" search={{ hasta, laboratorio }} />}
      />
      <CountCard
        label="Laboratorios activos"
        count={counts.laboratories}
        asNumber
        link={<Link to="/partners" search={{ ...ACTIVE_LABORATORIES, hasta, laboratorio }} />}
      />
      <CountCard
        label="Órdenes de examen descargadas"
        count={counts.orders}
        link={<Link to="/home/ordenes" search={search} />}
      />
      <CountCard
        label="Exámenes subidos"
        count={counts.exams}
        link={<Link to="/home/estudios" search={search} />}
      />
    </div>
  );
}

interface CountCardProps {
  label: string;
  count: PeriodCount;
  /** Shows the change as a number instead of a percentage. */
  asNumber?: boolean;
  link: LinkSlot;
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

/** A count with its sparkline and its change; the whole card is a link. */
function CountCard({ label, count, asNumber = false, link }: CountCardProps) {
  const { direction, text } = compareCount(count, asNumber);
  const Arrow = arrows[direction];
  const line = sparklinePath(count.series);
  return cloneElement(link, {
    className: cardClasses.card,
    children: (
      <>
        <span className={cardClasses.label}>{label}</span>
        <span className={cardClasses.middle}>
          <span className={cardClasses.count}>{formatCount(count.value)}</span>
          <svg
            className={cardClasses.drawing}
            data-falling={direction === 'down' || undefined}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            width={WIDTH}
            height={HEIGHT}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={cardClasses.area} d={`${line}V${HEIGHT}H0Z`} />
            <path className={cardClasses.line} d={line} vectorEffect="non-scaling-stroke" />
          </svg>
        </span>
        <span className={cardClasses.change}>
          <span className={cardClasses.amount} data-direction={direction}>
            <Arrow size={15} stroke={2} aria-hidden /> {text}
          </span>{' '}
          <span className={cardClasses.against}>vs. periodo anterior</span>
        </span>
      </>
    ),
  });
}

interface CountChange {
  readonly direction: 'up' | 'down' | 'same';
  /** '+12.4 %', '−3.2 %', '+2', 'Sin cambio' */
  readonly text: string;
}

/** The smallest share that rounds to 0.1 %. */
const MIN_SHARE = 0.0005;

/**
 * Change of a count since the previous period: as a percentage, or as a number if the earlier count was zero, the
 * percentage rounds to zero, or `asNumber` is set because the numbers are small.
 */
export function compareCount(
  { value, previous }: Pick<PeriodCount, 'value' | 'previous'>,
  asNumber = false,
): CountChange {
  const difference = value - previous;
  if (difference === 0) return { direction: 'same', text: 'Sin cambio' };
  const size = Math.abs(difference);
  const share = size / previous;
  const amount =
    asNumber || previous === 0 || share < MIN_SHARE ? formatCount(size) : formatPercent(share);
  return difference > 0
    ? { direction: 'up', text: `+${amount}` }
    : { direction: 'down', text: `−${amount}` };
}
