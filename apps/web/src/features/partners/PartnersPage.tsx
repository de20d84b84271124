import type { Partner } from '@simiente/contract/partners';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import type { LinkSlotProps } from '../../ui/link-slot.ts';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { RowLink } from '../../ui/table/table-types.ts';
import { CountedList } from '../list-exports/public.ts';
import { PeriodChips } from '../period/public.ts';
import {
  fromTableSort,
  pagesProps,
  RecordSelection,
  toTableSort,
  useSelection,
} from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { partnerColumns, partnerMobileRow } from './columns.tsx';
import classes from './PartnersPage.module.css';
import { PartnersToolbar } from './PartnersToolbar.tsx';
import { partnerList } from './partner-list.ts';
import { partnerType } from './partner-type.ts';
import { type ListFilters, useListFilters } from './use-list-filters.ts';
import { partnersInput, usePartners } from './use-partners.ts';

const getRowName = (partner: Partner) => partner.name;
const partnerLink: RowLink<Partner> = (partner, props) => (
  <Link
    to="/partner/$idPartner"
    params={{ idPartner: partner.idPartner }}
    // What is typed in the search box belongs to this list alone.
    state={{ partner }}
    {...props}
  />
);
const toCreate = (props: LinkSlotProps) => <Link to="/partners/create-partner" {...props} />;

/** /partners: the list, its filters, and what is done with the rows that are checked. */
export function PartnersPage() {
  const { filters, isFiltered, change, search, clear } = useListFilters();
  const list = usePartners(filters);
  const { selected, select, clear: clearSelection } = useSelection(JSON.stringify(filters));

  return (
    <>
      <PageTitle>Socios Comerciales</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Partners' }]} />
      <PageHead
        title="Socios Comerciales"
        context={
          <CountedList
            request={{ list: 'partners', filters: partnersInput(filters)(undefined) }}
            total={list.total}
            totalIsCapped={list.totalIsCapped}
            noun={['partner', 'partners']}
          >
            {list.newest && describe(list.newest, isFiltered)}
          </CountedList>
        }
        search={<SearchBox label="Buscar partners" value={filters.search} onChange={search} />}
      />
      <PartnersToolbar filters={filters} onChange={change} />
      <PeriodChips
        name="Activos"
        search={filters.counted}
        onChange={({ hasta, laboratorio }) => change({ counted: { hasta, laboratorio } })}
      />
      <DataTable
        label="Partners"
        columns={partnerColumns}
        {...pagesProps(list, 'Error al obtener los socios comerciales')}
        getRowId={partnerList.idOf}
        getRowName={getRowName}
        mobileRow={partnerMobileRow}
        rowLink={partnerLink}
        selection={{ selected, onChange: select }}
        sort={toTableSort(filters.sort)}
        onSortChange={(sort) => change({ sort: fromTableSort<ListFilters['sort']>(sort) })}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            onClear={clear}
            create={{ label: 'Crear partner', link: toCreate }}
          >
            Aquí verás las clínicas, laboratorios y hospitales con los que trabajas.
          </EmptyList>
        }
        bar={
          <RecordSelection
            list={partnerList}
            loaded={list}
            selected={selected}
            onSelect={select}
            onClear={clearSelection}
            describe={({ name, type }) => ({ name, detail: partnerType(type).label })}
          />
        }
      />
      <div className={classes.fixed} data-fixed-action>
        <LinkButton
          className={classes.create}
          icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
          link={toCreate}
        >
          Crear partner
        </LinkButton>
      </div>
    </>
  );
}

function describe(
  { total, totalIsCapped, countries }: { total: number; totalIsCapped: boolean; countries: number },
  isFiltered: boolean,
): string {
  const figure = formatCount(total, totalIsCapped);
  if (isFiltered) return `${figure} ${total === 1 ? 'resultado' : 'resultados'}`;
  const places = `${formatCount(countries)} ${countries === 1 ? 'país' : 'países'}`;
  return `${figure} ${total === 1 ? 'partner' : 'partners'}${countries > 0 ? ` en ${places}` : ''}`;
}
