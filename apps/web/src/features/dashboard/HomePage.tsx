import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PeriodFilter, toPeriodSearch } from '../../lib/period/period.ts';
import { describePeriod } from '../../lib/period/period-words.ts';
import { LinkRequests } from '../deliveries/public.ts';
import { WaitingOrders } from '../exam-orders/public.ts';
import { usePeriod } from '../period/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { ActivityCard } from './activity/ActivityCard.tsx';
import { BackupNotice } from './BackupNotice.tsx';
import { CountSection } from './counts/CountSection.tsx';
import { MissedVisits } from './counts/MissedVisits.tsx';
import { FilterCard } from './FilterCard.tsx';
import classes from './HomePage.module.css';
import { TodaySection } from './today/TodaySection.tsx';

/** /home: today's work, and counts, charts and latest changes of a period, of all laboratories or one. */
export function HomePage() {
  const search = useSearch({ from: '/_shell/_guarded/home/' });
  const navigate = useNavigate({ from: '/home/' });
  const { filter, defaultPeriod } = usePeriod(search);
  const isFiltered = Object.values(search).some((value) => value !== undefined);

  function apply(chosen: PeriodFilter) {
    void navigate({ to: '/home', search: toPeriodSearch(chosen), resetScroll: false });
  }

  function clear() {
    void navigate({ to: '/home', search: {}, resetScroll: false });
  }

  return (
    <>
      <PageTitle>Inicio</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Inicio' }]} />
      <h1 className={classes.title}>Inicio</h1>
      <BackupNotice />
      <TodaySection />
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
          onApply={apply}
          onClear={clear}
        />
        <CountSection filter={filter} isFiltered={isFiltered} onClear={clear} />
        {filter.laboratory === undefined && <MissedVisits start={filter.start} end={filter.end} />}
        <WaitingOrders />
        <ActivityCard filter={filter} />
      </div>
    </>
  );
}
