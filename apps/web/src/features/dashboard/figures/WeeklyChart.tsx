import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { Figures } from '@simiente/contract/dashboard/calls';
import { Suspense } from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { shortSpan } from '../../../lib/period/period-words.ts';
import { ChartCard } from './ChartCard.tsx';
import classes from './WeeklyChart.module.css';

/** Lazy: the chart library is larger than the rest of the page. */
const WeeklyPlot = lazyOnUse(() => import('./WeeklyPlot.tsx'));

/** Patients registered in each week, and in the same week of the period before. */
export function WeeklyChart({ weeks }: Pick<Figures, 'weeks'>) {
  return (
    <ChartCard title="Pacientes registrados por semana" aside={<Legend />}>
      <div className={classes.plot} aria-hidden>
        <Suspense fallback={<Skeleton height="100%" radius={8} />}>
          <WeeklyPlot weeks={weeks} />
        </Suspense>
      </div>
      <VisuallyHidden>
        <WeekTable weeks={weeks} />
      </VisuallyHidden>
    </ChartCard>
  );
}

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

/** The same data for screen readers. */
function WeekTable({ weeks }: Pick<Figures, 'weeks'>) {
  return (
    <table>
      <caption>Pacientes registrados por semana</caption>
      <thead>
        <tr>
          <th scope="col">Semana</th>
          <th scope="col">Este periodo</th>
          <th scope="col">Periodo anterior</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.start}>
            <th scope="row">{shortSpan(week)}</th>
            <td>{formatCount(week.value)}</td>
            <td>{formatCount(week.previous)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
