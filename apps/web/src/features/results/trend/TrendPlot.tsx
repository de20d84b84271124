import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { useMediaQuery } from '@mantine/hooks';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { describeAbstinence, describeValue } from '@simiente/contract/results/words';
import { type DotItemDotProps, type LabelProps, ReferenceArea, ReferenceLine } from 'recharts';
import { useClinicTimeZone } from '../../session/public.ts';
import type { FertileReference } from './reference.ts';
import { isFinal, type Series, spacedPoints, splitRuns, type TrendPoint } from './series.ts';
import classes from './TrendPlot.module.css';

const DAY_MS = 86_400_000;

/** Heights of the labels below the chart, in pixels. */
const TICK_HEIGHT = 46;
const LINE_HEIGHT = 18;

/** Numbers of values that fit above their points. */
const MAX_VALUES = 18;
const MAX_VALUES_ON_PHONES = 6;

interface TrendPlotProps {
  series: Series;
  reference: FertileReference | null;
}

/** The chart, hidden from screen readers, which get the table below it. */
export default function TrendPlot({ series, reference }: TrendPlotProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const timeZone = useClinicTimeZone();
  const { points } = series;
  const runs = splitRuns(points);
  const times = [...new Set(points.map(({ at }) => at))];
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  // Free time at both ends of the axis, so that the first and last points do not touch the edges.
  const margin = Math.max((last - first) * 0.06, 7 * DAY_MS);
  const byTime = new Map(points.map((point) => [point.at, point]));
  const data = runs.flatMap((run, index) =>
    run.map(({ at, quantity }) => ({ at, [`run${index}`]: Number(quantity.value) })),
  );
  const spaced = spacedPoints(points, isNarrow ? MAX_VALUES_ON_PHONES : MAX_VALUES);
  const top = Math.max(
    ...points.map(({ quantity }) => Number(quantity.value)),
    reference?.median ?? reference?.high ?? 0,
  );
  return (
    <LineChart
      h="100%"
      className={classes.plot}
      data={data}
      dataKey="at"
      series={runs.map((run, index) => ({
        name: `run${index}`,
        label: run[0]?.set.laboratory?.name ?? 'Sin laboratorio',
        color: 'var(--si-chart-1)',
      }))}
      curveType="linear"
      strokeWidth={2}
      withTooltip={false}
      gridAxis="x"
      strokeDasharray="0"
      tickLine="none"
      lineProps={{
        isAnimationActive: false,
        dot: ({ key, cx, cy, index, value }: DotItemDotProps) => {
          const point = points[index];
          if (value == null || point === undefined) return <g key={key} />;
          const color = 'var(--si-chart-1)';
          const style = isFinal(point)
            ? { fill: color, stroke: 'var(--si-surface)' }
            : { fill: 'var(--si-surface)', stroke: color };
          return <circle key={key} cx={cx} cy={cy} r={5} strokeWidth={2} {...style} />;
        },
        label: ({ index, x, y, value }: LabelProps) => {
          const point = points[index ?? -1];
          if (value === undefined || point === undefined || !spaced.has(point)) return null;
          return (
            <text className={classes.value} x={x} y={Number(y) - 12} textAnchor="middle">
              {describeValue({ ...point.value, ...point.quantity, text: null })}
            </text>
          );
        },
      }}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: [first - margin, last + margin],
        ticks: times,
        // The first and the last label, and as many between them as fit.
        interval: 'preserveStartEnd',
        minTickGap: 10,
        // The chart measures the width of a tick by this text.
        tickFormatter: (at: number) =>
          findLongest(describePoint(byTime.get(at), timeZone, isNarrow)),
        height: isNarrow ? TICK_HEIGHT + LINE_HEIGHT : TICK_HEIGHT,
        tick: (props: TickProps) => (
          <g>
            {describePoint(byTime.get(props.payload.value), timeZone, isNarrow).map(
              (line, index) => (
                <text
                  key={line}
                  // The chart measures the ticks in the font of the element with its own class.
                  className={`recharts-cartesian-axis-tick-value ${index === 0 ? classes.tick : classes.under}`}
                  x={props.x}
                  y={Number(props.y) + 14 + index * LINE_HEIGHT}
                >
                  {line}
                </text>
              ),
            )}
          </g>
        ),
      }}
      yAxisProps={{
        width: isNarrow ? 32 : 48,
        fontSize: 12.5,
        domain: [0, (max: number) => niceTop(Math.max(max, top))],
      }}
      lineChartProps={{
        accessibilityLayer: false,
        margin: { top: 24, right: 16 },
      }}
    >
      {reference && (
        <>
          <ReferenceArea
            y1={reference.low}
            y2={reference.high}
            fill="var(--si-hairline-strong)"
            fillOpacity={0.7}
          />
          <ReferenceLine y={reference.fifth} stroke="var(--si-ink-2)" strokeWidth={1.5} />
          {reference.median !== null && (
            <ReferenceLine
              y={reference.median}
              stroke="var(--si-control-border)"
              strokeDasharray="5 4"
            />
          )}
        </>
      )}
      {breakTimes(points).map((at) => (
        <ReferenceLine key={at} x={at} stroke="var(--si-control-border)" strokeDasharray="3 3" />
      ))}
    </LineChart>
  );
}

/** The times of vertical lines, halfway between two points that no line joins; not for points of the same minute. */
function breakTimes(points: readonly TrendPoint[]): number[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (before === undefined || point.breaks.length === 0) return [];
    if (point.breaks.includes('time')) return [];
    return [(before.at + point.at) / 2];
  });
}

/** The end of the axis: a round number, at least a tenth above the highest value. */
function niceTop(top: number): number {
  const step = 10 ** Math.floor(Math.log10(top || 1));
  return Math.ceil((top * 1.1) / (step / 2)) * (step / 2);
}

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: number };
}

/** The lines of a point's label: its day, and the abstinence of a semen sample. */
function describePoint(
  point: TrendPoint | undefined,
  timeZone: string,
  isNarrow: boolean,
): readonly string[] {
  if (point === undefined) return [];
  const { set, at } = point;
  const day = describeCalendarDay(dayIn(timeZone, new Date(at)));
  if (getStudy(set.examType).isSemen === true && set.abstinenceDays !== null) {
    const [days, suffix] = [describeAbstinence(set.abstinenceDays), 'de abstinencia'];
    return isNarrow ? [day, days, suffix] : [day, `${days} ${suffix}`];
  }
  return [day];
}

const findLongest = (lines: readonly string[]) =>
  lines.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
