import type { DashboardCounts, PeriodCount } from '@simiente/contract/dashboard/calls';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cloneElement } from 'react';
import { formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import { type PeriodFilter, toPeriodSearch } from '../../../lib/period/period.ts';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import classes from './CountCards.module.css';

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
    <div className={classes.cards}>
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
    className: classes.card,
    children: (
      <>
        <span className={classes.label}>{label}</span>
        <span className={classes.middle}>
          <span className={classes.count}>{formatCount(count.value)}</span>
          <svg
            className={classes.drawing}
            data-falling={direction === 'down' || undefined}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            width={WIDTH}
            height={HEIGHT}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={classes.area} d={`${line}V${HEIGHT}H0Z`} />
            <path className={classes.line} d={line} vectorEffect="non-scaling-stroke" />
          </svg>
        </span>
        <span className={classes.change}>
          <span className={classes.amount} data-direction={direction}>
            <Arrow size={15} stroke={2} aria-hidden /> {text}
          </span>{' '}
          <span className={classes.against}>vs. periodo anterior</span>
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
