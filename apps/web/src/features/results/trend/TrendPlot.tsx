import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { describeAbstinence, describeValue } from '@simiente/contract/results/words';
import { useClinicTimeZone } from '../../session/public.ts';
import {
  type FertileReference,
  isFinal,
  type Series,
  spacedPoints,
  splitRuns,
  type TrendPoint,
} from './series.ts';
import classes from './TrendPlot.module.css';

const DAY_MS = 86_400_000;

/** Sizes in px: of the drawing, and of the space around its lines for the labels. */
const HEIGHT = 300;
const TOP = 24;
const RIGHT = 16;
const LINE_HEIGHT = 18;
const DAY_WIDTH = 128;
const NARROW_DAY_WIDTH = 86;

/** Numbers of values that fit above their points. */
const MAX_VALUES = 18;
const MAX_VALUES_ON_PHONES = 6;

/** Parts of the axis of values. */
const STEPS = 4;

interface TrendPlotProps {
  series: Series;
  reference: FertileReference | null;
}

/** The chart, hidden from screen readers, which get the table below it. */
export function TrendPlot({ series: { points }, reference }: TrendPlotProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const timeZone = useClinicTimeZone();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const left = isNarrow ? 32 : 48;
  const bottom = HEIGHT - LINE_HEIGHT * (isNarrow ? 3 : 2) - 10;
  const plotWidth = Math.max(0, width - left - RIGHT);
  const first = points[0]?.at ?? 0;
  const length = (points.at(-1)?.at ?? 0) - first;
  // Free time at both ends of the axis, so that the first and last points do not touch the edges.
  const margin = Math.max(length * 0.06, 7 * DAY_MS);
  const toX = (at: number) => left + ((at - first + margin) / (length + 2 * margin)) * plotWidth;
  const step = niceStep(
    Math.max(...points.map(toNumber), reference?.median ?? reference?.high ?? 0),
  );
  const toY = (value: number) => bottom - (value / (step * STEPS)) * (bottom - TOP);
  const across = (value: number) => {
    const y = toY(value);
    return { x1: left, x2: left + plotWidth, y1: y, y2: y };
  };
  const valued = spacedPoints(points, isNarrow ? MAX_VALUES_ON_PHONES : MAX_VALUES);
  const dayWidth = isNarrow ? NARROW_DAY_WIDTH : DAY_WIDTH;
  const dated = spacedPoints(points, (plotWidth * length) / (length + 2 * margin) / dayWidth);
  /** The first day is always written, and the others where they fit. */
  const hasDay = (point: TrendPoint, index: number) =>
    index === 0 || (dated.has(point) && toX(point.at) - toX(first) >= dayWidth);
  return (
    <div ref={ref}>
      <svg className={classes.plot} width={width} height={HEIGHT} aria-hidden>
        {reference && (
          <rect
            className={classes.interval}
            x={left}
            y={toY(reference.high)}
            width={plotWidth}
            height={toY(reference.low) - toY(reference.high)}
          />
        )}
        {[...Array(STEPS + 1).keys()].map((index) => (
          <g key={index}>
            <line className={classes.grid} {...across(index * step)} />
            <text className={classes.number} x={left - 8} y={toY(index * step) + 4}>
              {Number((index * step).toPrecision(6))}
            </text>
          </g>
        ))}
        {reference && <line className={classes.fifth} {...across(reference.fifth)} />}
        {reference?.median != null && (
          <line className={classes.median} {...across(reference.median)} />
        )}
        {breakTimes(points).map((at) => (
          <line key={at} className={classes.break} x1={toX(at)} x2={toX(at)} y1={TOP} y2={bottom} />
        ))}
        {splitRuns(points).map((run) => (
          <polyline
            key={run[0]?.set.idResultSet}
            className={classes.line}
            points={run.map((point) => `${toX(point.at)},${toY(toNumber(point))}`).join(' ')}
          />
        ))}
        {points.map((point, index) => {
          const [x, y] = [toX(point.at), toY(toNumber(point))];
          const words = hasDay(point, index) ? describePoint(point, timeZone, isNarrow) : [];
          return (
            <g key={point.set.idResultSet}>
              <circle
                className={classes.point}
                data-final={isFinal(point) || undefined}
                cx={x}
                cy={y}
                r={5}
              />
              {valued.has(point) && (
                <text className={classes.value} x={x} y={y - 12}>
                  {describeValue({ ...point.value, ...point.quantity, text: null })}
                </text>
              )}
              {words.map((line, at) => (
                <text key={line} className={classes.day} x={x} y={bottom + (at + 1) * LINE_HEIGHT}>
                  {line}
                </text>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const toNumber = ({ quantity }: TrendPoint) => Number(quantity.value);

/** The times of vertical lines, halfway between two points that no line joins; not for points of the same minute. */
function breakTimes(points: readonly TrendPoint[]): number[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (before === undefined || point.breaks.length === 0) return [];
    if (point.breaks.includes('time')) return [];
    return [(before.at + point.at) / 2];
  });
}

/** A round number, so that the axis ends at minStep a tenth above the highest value. */
function niceStep(highest: number): number {
  const minStep = ((highest || 1) * 1.1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= minStep) ?? 10);
}

/** The lines of a point's label: its day, and the abstinence of a semen sample. */
function describePoint({ set, at }: TrendPoint, timeZone: string, isNarrow: boolean): string[] {
  const day = describeCalendarDay(dayIn(timeZone, new Date(at)));
  if (getStudy(set.examType).isSemen !== true || set.abstinenceDays === null) return [day];
  const [days, suffix] = [describeAbstinence(set.abstinenceDays), 'de abstinencia'];
  return isNarrow ? [day, days, suffix] : [day, `${days} ${suffix}`];
}
