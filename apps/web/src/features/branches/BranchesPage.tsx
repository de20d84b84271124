import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { partnersCrumb, UnknownPartner, usePartner } from '../partners/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { BranchesHead } from './BranchesHead.tsx';
import classes from './BranchesPage.module.css';
import { BranchesTable } from './BranchesTable.tsx';
import { BranchMap } from './BranchMap.tsx';
import { useBranches } from './use-branches.ts';
import { useListFilters } from './use-list-filters.ts';

/** /partner/{idPartner}: a partner's branches, as a list or on a map. */
export function BranchesPage({ idPartner }: { idPartner: string }) {
  const { data: partner, error, refetch } = usePartner(idPartner);
  const { filters, change, search, clear } = useListFilters();
  const list = useBranches(idPartner, filters);

  if (isUnknownRecord(error)) return <UnknownPartner />;
  // A refresh that failed takes nothing away that is there already.
  if (error && partner === undefined) {
    return (
      <>
        <PageTitle>Sucursales</PageTitle>
        <PageCrumbs crumbs={[partnersCrumb]} />
        <section className={classes.card}>
          <LoadError
            title="Error al obtener los socios comerciales"
            message={error.message}
            onRetry={() => void refetch()}
          />
        </section>
      </>
    );
  }

  return (
    <>
      <PageTitle>Sucursales</PageTitle>
      <PageCrumbs
        crumbs={partner === undefined ? [partnersCrumb] : [partnersCrumb, { label: partner.name }]}
      />
      <BranchesHead
        partner={partner}
        list={list}
        filters={filters}
        onSearch={search}
        onViewChange={(view) => change({ view })}
      />
      {filters.view === 'list' ? (
        <BranchesTable
          partner={partner}
          list={list}
          filters={filters}
          onSortChange={(sort) => change({ sort })}
          onClear={clear}
        />
      ) : (
        <BranchMap idPartner={idPartner} partner={partner} search={filters.search} />
      )}
    </>
  );
}
