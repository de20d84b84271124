import { partnerTitles as titles } from '@simiente/contract/common/column-titles';
import type { Partner, PartnerPage } from '@simiente/contract/partners/calls';
import { partnerTypes } from '@simiente/contract/partners/filters';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import {
  ChoiceFilter,
  FilterButton,
  LabelledFilterGroup,
  Toolbar,
} from '../../ui/list/FilterButton.tsx';
import { type RowLink, toColumns } from '../../ui/table/table-types.ts';
import { PeriodChips } from '../period/public.ts';
import {
  listQuery,
  RecordSelection,
  RecordsPage,
  type RowLayout,
  useListPages,
  useListView,
} from '../records/public.ts';
import { useCan } from '../session/public.ts';
import classes from './PartnersPage.module.css';
import { partnerList, partnersInput } from './partner-list.ts';
import { PartnerLogo, PartnerTypeTag, partnerType } from './partner-words.tsx';
import { partnersSearch } from './partners-search.ts';

const partnerLink: RowLink<Partner> = (partner) => (
  <Link
    to="/partner/$idPartner"
    params={{ idPartner: partner.idPartner }}
    // Drops `searchKey` from the history state, because the searched text belongs only to this list.
    state={{ partner }}
  />
);

export function PartnersPage() {
  const view = useListView(partnersSearch, useSearch({ from: '/_shell/_guarded/partners/' }));
  const loaded = useListPages(partnerList, listQuery(queries.partners.list, partnersInput(view)));
  const mayEdit = useCan()('directory.edit');

  const { tipo, sucursales } = view.search;
  return (
    <>
      <RecordsPage
        title="Socios Comerciales"
        name="Partners"
        file={{
          request: { list: 'partners', filters: partnersInput(view)(undefined) },
          noun: ['partner', 'partners'],
        }}
        count={loaded.newest && describeTotal(loaded.newest, view.isFiltered)}
        searchLabel="Buscar partners"
        layout={partnerLayout}
        loaded={loaded}
        view={view}
        failure="Error al obtener los socios comerciales"
        rowLink={partnerLink}
        empty="Aquí verás las clínicas, laboratorios y hospitales con los que trabajas."
        bar={(selection) => (
          <RecordSelection
            list={partnerList}
            loaded={loaded}
            selection={selection}
            describe={({ name, type }) => ({ name, detail: partnerType(type).label })}
          />
        )}
      >
        <Toolbar
          right={
            <LabelledFilterGroup label="Otros filtros">
              <FilterButton
                strong
                label="Con sucursales"
                icon={<IconMapPin size={17} stroke={1.7} aria-hidden />}
                pressed={sucursales}
                onToggle={() => view.change({ sucursales: !sucursales })}
              />
            </LabelledFilterGroup>
          }
        >
          <ChoiceFilter
            label="Filtrar por tipo"
            choices={partnerTypes}
            getName={(type) => partnerType(type).label}
            getTone={(type) => partnerType(type).tone}
            chosen={tipo}
            onChoose={(type) => view.change({ tipo: type })}
          />
        </Toolbar>
        <PeriodChips
          name="Activos"
          search={view.search}
          // Partners are filtered only by the end of a period (`hasta`).
          onChange={({ desde: _, ...next }) => view.change(next)}
        />
      </RecordsPage>
      {mayEdit && (
        <div className={classes.fixed} data-fixed-action>
          <LinkButton
            className={classes.create}
            icon={IconPlus}
            link={<Link to="/partners/create-partner" />}
          >
            Crear partner
          </LinkButton>
        </div>
      )}
    </>
  );
}

function describeTotal(page: PartnerPage, isFiltered: boolean): string {
  const { total, totalIsCapped, countries } = page;
  if (isFiltered) return pluralize(total, ['resultado', 'resultados'], { isCapped: totalIsCapped });
  const partners = pluralize(total, ['partner', 'partners'], { isCapped: totalIsCapped });
  return countries > 0 ? `${partners} en ${pluralize(countries, ['país', 'países'])}` : partners;
}

const formatCountry = ({ country }: Partner) => country || '—';

const columns = toColumns<Partner>(titles, {
  name: {
    sorts: 'asc',
    skeleton: 'person',
    cell: (partner) => (
      <span className={classes.partner}>
        <PartnerLogo partner={partner} />
        <span className={classes.words}>
          <span className={classes.name} title={partner.name}>
            {partner.name}
          </span>{' '}
          <span className={classes.detail}>
            <span className={classes.site}>{formatSite(partner)}</span>
            {partner.utm_available && <span className={classes.mark}>Enlace UTM</span>}
          </span>
        </span>
      </span>
    ),
  },
  branches: {
    sorts: 'desc',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ branches }) => formatCount(branches),
  },
  country: {
    sorts: 'asc',
    width: 'max(132px, 17vw)',
    cell: (partner) => (
      <span className={classes.line} title={partner.country ?? undefined}>
        {formatCountry(partner)}
      </span>
    ),
  },
  type: {
    sorts: 'asc',
    width: 'max(136px, 14vw)',
    skeleton: 'pill',
    cell: ({ type }) => <PartnerTypeTag type={type} />,
  },
});

/** The host of the partner's website, or else the partner's subdomain on this installation. */
function formatSite({ website, idPartner }: Partner): string {
  return website !== null && URL.canParse(website)
    ? new URL(website).hostname.replace(/^www\./, '')
    : idPartner;
}

const partnerLayout: RowLayout<Partner> = {
  columns,
  mobileRow: (partner) => ({
    title: partner.name,
    picture: <PartnerLogo partner={partner} />,
    aside: <PartnerTypeTag type={partner.type} />,
    facts: `${pluralize(partner.branches, ['ubicación', 'ubicaciones'])} · ${formatCountry(partner)}`,
  }),
  getRowName: ({ name }) => name,
};
