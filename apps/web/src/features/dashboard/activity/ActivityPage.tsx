import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { toPeriodSearch } from '../../../lib/period/period.ts';
import { describePeriod } from '../../../lib/period/period-words.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { LoadMore } from '../../../ui/list/FailedItems.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { ExportLine } from '../../list-exports/public.ts';
import { homeCrumb, PeriodChips, usePeriod } from '../../period/public.ts';
import { listQuery, pageInput } from '../../records/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import classes from './ActivityCard.module.css';
import { ActivityRows } from './ActivityRows.tsx';

const TITLE = 'Actividad reciente';

/** /home/actividad: every change of the period, page by page. */
export function ActivityPage() {
  const search = useSearch({ from: '/_shell/_guarded/home/actividad' });
  const navigate = useNavigate({ from: '/home/actividad' });
  const { filter } = usePeriod(search);
  const query = useInfiniteQuery(listQuery(queries.dashboard.activity, pageInput(filter, '')));
  const items = query.data?.pages.flatMap(({ data }) => data.items);
  const dropLaboratory = () => void navigate({ search: { ...search, laboratorio: undefined } });

  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[homeCrumb(search), { label: TITLE }]} />
      <PageHeader
        title={TITLE}
        context={
          <ExportLine
            request={{ list: 'activity', filters: filter }}
            fileContent="los cambios del periodo"
            isEmpty={items?.length === 0}
          >
            Cambios {describePeriod(filter)}
          </ExportLine>
        }
      />
      <PeriodChips
        name="Periodo"
        isPeriodRequired
        search={toPeriodSearch(filter)}
        onChange={dropLaboratory}
      />
      <section className={classes.card} aria-label={TITLE}>
        <ActivityRows
          query={query}
          items={items}
          empty={
            <div className={classes.state}>
              <EmptyList
                isFiltered={filter.laboratory !== undefined}
                onClear={dropLaboratory}
                create={{ label: 'Elegir otro periodo', link: <Link to="/home" /> }}
              >
                No hay nada en este periodo.
              </EmptyList>
            </div>
          }
        />
        {query.hasNextPage && (
          <div className={classes.footer}>
            {query.isFetchNextPageError && (
              <p className={classes.failure} role="alert">
                {query.error.message}
              </p>
            )}
            <LoadMore query={query} />
          </div>
        )}
      </section>
    </>
  );
}
