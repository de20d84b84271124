import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import type { DashboardCounts } from '@simiente/contract/dashboard/calls';
import { formatCount } from '../../../lib/format/numbers.ts';
import { shortDay, shortSpan } from '../../../lib/period/period-words.ts';
import classes from './WeeklyPlot.module.css';

const FONT_SIZE = 12;

const series = [
  { name: 'value', label: 'Este periodo', color: 'var(--si-chart-1)', type: 'area' },
  {
    name: 'previous',
    label: 'Periodo anterior',
    color: 'var(--si-chart-2)',
    type: 'line',
    strokeDasharray: '4 4',
  },
] as const;

/** The chart, hidden from screen readers, which get the table beside it. */
export default function WeeklyPlot({ weeks }: Pick<DashboardCounts, 'weeks'>) {
  const labels = new Map(weeks.map((week) => [week.start, shortSpan(week)]));
  return (
    <CompositeChart
      h="100%"
      className={classes.plot}
      data={weeks}
      dataKey="start"
      series={[...series]}
      curveType="monotone"
      strokeWidth={2}
      // The line of a single week would be invisible.
      withDots={weeks.length === 1}
      gridAxis="x"
      strokeDasharray="0"
      tickLine="none"
      valueFormatter={(count) => formatCount(count)}
      areaProps={{ fillOpacity: 0.1, isAnimationActive: false }}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{
        tickFormatter: shortDay,
        minTickGap: 28,
        interval: 'equidistantPreserveStart',
        fontSize: FONT_SIZE,
        padding: { left: 8, right: 8 },
      }}
      yAxisProps={{ allowDecimals: false, width: 40, fontSize: FONT_SIZE }}
      composedChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 12 } }}
      tooltipProps={{ isAnimationActive: false, labelFormatter: (day) => labels.get(String(day)) }}
    />
  );
}
