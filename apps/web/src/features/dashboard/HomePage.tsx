import { ScrollArea } from '@mantine/core';
import { isCalendarDay } from '@simiente/contract/common/days';
import type { AttendanceCounts } from '@simiente/contract/dashboard/calls';
import { isPeriod } from '@simiente/contract/dashboard/period';
import { titledName } from '@simiente/contract/doctors/titled-name';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { formatCount, formatPercent } from '../../lib/format/numbers.ts';
import {
  type Period,
  type PeriodFilter,
  type PeriodSearch,
  toPeriodSearch,
} from '../../lib/period/period.ts';
import { describePeriod, shortSpan } from '../../lib/period/period-words.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateRange, type PeriodErrors } from '../../ui/dates/DateRange.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { TitleRow } from '../../ui/table/TitleRow.tsx';
import { LinkRequests } from '../deliveries/public.ts';
import { WaitingOrders } from '../exam-orders/public.ts';
import { LaboratorySelect } from '../exams/public.ts';
import { useLaboratory, usePeriod } from '../period/public.ts';
import { useCan } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import activityCardClasses from './activity/ActivityCard.module.css';
import { ActivityRows, CARD_ROWS } from './activity/ActivityRows.tsx';
import { ChartCard } from './counts/ChartCard.tsx';
import { CountSection } from './counts/CountSection.tsx';
import filterClasses from './FilterCard.module.css';
import classes from './HomePage.module.css';
import { useIsNewClinic } from './today/OpenTasksCard.tsx';
import { TodaySection } from './today/TodaySection.tsx';

/** /home: today's work and the dashboard, or the first steps of a new clinic. */
export function HomePage() {
  const isNew = useIsNewClinic();
  return (
    <>
      <PageTitle>Inicio</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Inicio' }]} />
      <h1 className={classes.title}>Inicio</h1>
      <BackupNotice />
      <TodaySection />
      {!isNew && <Dashboard />}
    </>
  );
}

/** Changes to request: more than the rows, because the changes of one act share a row. */
const ACTIVITY_LIMIT = 50;

/** Counts, charts and latest changes of a period, of all laboratories or one. */
function Dashboard() {
  const search = useSearch({ from: '/_shell/_guarded/home/' });
  const navigate = useNavigate({ from: '/home/' });
  const { filter, defaultPeriod } = usePeriod(search);
  const isFiltered = Object.values(search).some((value) => value !== undefined);

  const show = (next: PeriodSearch) =>
    void navigate({ to: '/home', search: next, resetScroll: false });
  const clear = () => show({});
  const query = useAnswer(queries.dashboard.activity, {
    input: { ...filter, limit: ACTIVITY_LIMIT },
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <LinkRequests />
      <h2 className={classes.section} aria-live="polite">
        Actividad <span className={classes.context}>{describePeriod(filter)}</span>
      </h2>
      <div className={classes.page}>
        {/* The key resets the fields whenever the URL changes. */}
        <FilterCard
          key={JSON.stringify(filter)}
          filter={filter}
          defaultPeriod={defaultPeriod}
          onApply={(chosen) => show(toPeriodSearch(chosen))}
          onClear={clear}
        />
        <CountSection filter={filter} isFiltered={isFiltered} onClear={clear} />
        {filter.laboratory === undefined && <MissedVisits start={filter.start} end={filter.end} />}
        <WaitingOrders />
        <section className={activityCardClasses.card} aria-labelledby="activity-title">
          <div className={activityCardClasses.header}>
            <h2 id="activity-title" className={activityCardClasses.title}>
              Actividad reciente
            </h2>
            <Link
              to="/home/actividad"
              search={toPeriodSearch(filter)}
              className={activityCardClasses.all}
            >
              Ver toda
            </Link>
          </div>
          <ActivityRows
            query={query}
            items={query.data}
            maxRows={CARD_ROWS}
            empty={<p className={activityCardClasses.none}>No hubo cambios en este periodo.</p>}
          />
        </section>
      </div>
    </>
  );
}

/** Warns administrators if the last verified backup is older than two days. */
export function BackupNotice() {
  const { data: isOverdue = false } = useAnswer(queries.system.status, {
    input: {},
    select: ({ checks }) =>
      checks.some(({ id, state }) => id.endsWith('backup') && state === 'fault'),
    enabled: useCan()('accounts.manage'),
    staleTime: 600_000,
  });
  if (!isOverdue) return null;
  return (
    <p className={classes.notice} data-tone="red" role="alert">
      Hace más de dos días que no hay un respaldo verificado. Avisa al operador del servidor.{' '}
      <Link to="/sistema">Ver el estado del sistema</Link>
    </p>
  );
}

/** Maximum number of shown weeks. The totals include the weeks that a longer period leaves out. */
const MAX_WEEKS = 13;

/** Inasistencias: the share of missed appointments by doctor and week, of the visits that were recorded. */
function MissedVisits({ start, end }: Period) {
  const query = useAnswer(queries.dashboard.attendance, {
    input: { start, end },
    placeholderData: keepPreviousData,
  });
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
  const first = Math.max(0, weeks.length - MAX_WEEKS);
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Semanas' }}>
      <table className={classes.table}>
        <TitleRow titles={['Médico', 'Periodo', ...weeks.slice(first).map(shortSpan)]} />
        <tbody>
          {doctors.map(({ idDoctor, name, weeks: doctorWeeks, ...total }) => (
            <tr key={idDoctor}>
              <th scope="row">{titledName(name)}</th>
              <td>
                <strong>{share(total)}</strong>
                <span className={classes.counts}>{describe(total)}</span>
              </td>
              {doctorWeeks.slice(first).map((visits, index) => (
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

type Visits = Pick<AttendanceCounts['doctors'][number], 'recorded' | 'missed'>;

function share({ recorded, missed }: Visits): string {
  return recorded === 0 ? '—' : formatPercent(missed / recorded);
}

/** '2 de 40' */
function describe({ recorded, missed }: Visits): string {
  return `${formatCount(missed)} de ${formatCount(recorded)}`;
}

interface FilterCardProps {
  filter: PeriodFilter;
  defaultPeriod: Period;
  onApply: (chosen: PeriodFilter) => void;
  onClear: () => void;
}

/** Start, end and laboratory; they take effect with 'Aplicar filtros'. */
export function FilterCard({ filter, defaultPeriod, onApply, onClear }: FilterCardProps) {
  const [period, setPeriod] = useState<Period>({ start: filter.start, end: filter.end });
  // Undefined until the user chooses a laboratory, in place of the URL's.
  const [chosen, setChosen] = useState<Laboratory | null>();
  const [errors, setErrors] = useState<PeriodErrors>({});
  const form = useFocusInvalid(errors);
  const { laboratory } = useLaboratory(filter.laboratory);

  const laboratoryId = chosen === undefined ? filter.laboratory : chosen?.idPartner;

  function submit() {
    const periodErrors = checkPeriod(period);
    setErrors(periodErrors);
    if (Object.keys(periodErrors).length === 0) onApply({ ...period, laboratory: laboratoryId });
  }

  return (
    <Form ref={form} className={filterClasses.card} aria-label="Filtros" onSubmit={submit}>
      <DateRange
        labels={{ start: 'Fecha de inicio', end: 'Fecha de fin' }}
        value={period}
        errors={errors}
        onType={(next) => {
          setPeriod(next);
          setErrors({});
        }}
        // Unlike typed days, a named period takes effect immediately.
        onChoose={(next) => onApply({ ...next, laboratory: laboratoryId })}
      />
      <div className={filterClasses.laboratory}>
        <LaboratorySelect
          label="Laboratorio"
          noneLabel="todos"
          value={chosen === undefined ? (laboratory ?? null) : chosen}
          onChange={setChosen}
        />
      </div>
      <div className={filterClasses.actions}>
        <Button
          kind="subtle"
          onClick={() => {
            setPeriod(defaultPeriod);
            setChosen(null);
            setErrors({});
            onClear();
          }}
        >
          Limpiar filtros
        </Button>
        <Button type="submit">Aplicar filtros</Button>
      </div>
    </Form>
  );
}

/** Errors of a period by field; empty if it is valid. */
export function checkPeriod({ start, end }: Period): PeriodErrors {
  const errors = {
    ...(!isCalendarDay(start) && { start: 'Elige la fecha de inicio.' }),
    ...(!isCalendarDay(end) && { end: 'Elige la fecha de fin.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  if (start > end) return { start: 'La fecha de inicio no puede ser posterior a la de fin.' };
  return isPeriod({ start, end }) ? {} : { start: 'El periodo no puede ser mayor a diez años.' };
}
