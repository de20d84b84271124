import { ScrollArea } from '@mantine/core';
import type { AttendanceCounts } from '@simiente/contract/dashboard/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import type { Period } from '../../../lib/period/period.ts';
import { shortSpan } from '../../../lib/period/period-words.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { ChartCard } from './ChartCard.tsx';
import classes from './MissedVisits.module.css';

/** The weeks that are shown; a longer period keeps its totals. */
const SHOWN_WEEKS = 13;

/** Inasistencias: the share of missed appointments by doctor and week, of the visits that were recorded. */
export function MissedVisits({ start, end }: Period) {
  const query = useQuery(
    queries.dashboard.attendance.queryOptions({
      input: { start, end },
      select: ({ data }) => data,
      placeholderData: keepPreviousData,
    }),
  );
  if (query.data === undefined && !query.isError) return null;
  return (
    <ChartCard
      title="Inasistencias por médico"
      aside={<span>De las citas con asistencia registrada</span>}
    >
      {query.data === undefined ? (
        <LoadError title="No se pudieron cargar las inasistencias" queries={[query]} />
      ) : query.data.doctors.length === 0 ? (
        <p className={classes.none}>
          En este periodo no hay citas con asistencia registrada. Regístrala en Inicio, en la agenda
          o en la cita.
        </p>
      ) : (
        <MissedTable {...query.data} />
      )}
    </ChartCard>
  );
}

function MissedTable({ weeks, doctors }: AttendanceCounts) {
  const first = Math.max(0, weeks.length - SHOWN_WEEKS);
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Semanas' }}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Médico</th>
            <th scope="col">Periodo</th>
            {weeks.slice(first).map((week) => (
              <th key={week.start} scope="col">
                {shortSpan(week)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {doctors.map(({ idDoctor, name, weeks: ofDoctor, ...total }) => (
            <tr key={idDoctor}>
              <th scope="row">{titledName(name)}</th>
              <td>
                <strong>{share(total)}</strong>
                <span className={classes.counts}>{describe(total)}</span>
              </td>
              {ofDoctor.slice(first).map((visits, index) => (
                <td key={weeks[first + index]?.start} title={describe(visits)}>
                  {share(visits)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

interface Visits {
  readonly recorded: number;
  readonly missed: number;
}

function share({ recorded, missed }: Visits): string {
  return recorded === 0 ? '—' : formatPercent(missed / recorded);
}

/** '2 de 40' */
function describe({ recorded, missed }: Visits): string {
  return `${formatCount(missed)} de ${formatCount(recorded)}`;
}
