import { CloseButton, Skeleton } from '@mantine/core';
import type { Branch, BranchPage, BranchPlace } from '@simiente/contract/branches/calls';
import type { Partner } from '@simiente/contract/partners/calls';
import { IconList, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { type Noun, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { PlacesMap } from '../../ui/map/LazyMap.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { CountedList } from '../list-exports/public.ts';
import {
  PartnerLogo,
  PartnerTypeTag,
  partnersCrumb,
  partnerWords,
  usePartner,
  withPartner,
} from '../partners/public.ts';
import {
  ListTable,
  type ListView,
  type LoadedList,
  PendingRecord,
  RecordSelection,
  useListView,
} from '../records/public.ts';
import { useCan, useMapTiles } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './BranchesPage.module.css';
import { branchesInput, branchList, useBranches } from './branch-list.ts';
import { type BranchesSearch, branchesSearch } from './branches-search.ts';
import { branchLayout } from './columns.tsx';

const BRANCHES: Noun = ['sucursal', 'sucursales'];

const words = {
  ...partnerWords,
  tab: 'Sucursales',
  failure: 'Error al obtener los socios comerciales',
};

/** /partner/{idPartner}: a partner's branches, as a list or on a map. */
export function BranchesPage() {
  const { idPartner } = useParams({ from: '/_shell/_guarded/partner/$idPartner' });
  const query = usePartner(idPartner);
  const partner = query.data;
  const view = useListView(
    branchesSearch,
    useSearch({ from: '/_shell/_guarded/partner/$idPartner' }),
  );
  const list = useBranches(idPartner, view);

  // The list is rendered while its partner is loading.
  if (isUnknownRecord(query.error) || (query.error && partner === undefined)) {
    return <PendingRecord words={words} queries={[query]} />;
  }

  return (
    <>
      <PageTitle>Sucursales</PageTitle>
      <PageCrumbs
        crumbs={partner === undefined ? [partnersCrumb] : [partnersCrumb, { label: partner.name }]}
      />
      <BranchesHeader partner={partner} list={list} view={view} />
      {view.search.vista === 'lista' ? (
        <BranchesTable partner={partner} list={list} view={view} />
      ) : (
        <BranchMap idPartner={idPartner} partner={partner} search={view.text} />
      )}
    </>
  );
}

interface BranchListProps {
  /** Undefined while it is loading. */
  partner: Partner | undefined;
  list: LoadedList<BranchPage, Branch>;
  view: ListView<BranchesSearch>;
}

function BranchesTable({ partner, list, view }: BranchListProps) {
  // Router state, so that the next page shows the partner before its own request is answered.
  const state = partner === undefined ? true : withPartner(partner);
  const mayEdit = useCan()('directory.edit');
  return (
    <ListTable
      label="Sucursales"
      layout={branchLayout}
      loaded={list}
      view={view}
      failure="Error al obtener las sucursales"
      loadsOnlyByButton
      {...(mayEdit && {
        rowLink: ({ idBranch }: Branch) => (
          <Link to="/partners/edit-branch/$idBranch" params={{ idBranch }} state={state} />
        ),
      })}
      empty={
        <EmptyList
          isFiltered={view.isFiltered}
          onClear={view.clear}
          // The form needs the partner, which may arrive after the list.
          {...(mayEdit &&
            partner && {
              create: {
                label: 'Crear sucursal',
                link: <Link to="/partners/create-branch" state={state} />,
              },
            })}
        >
          Aquí aparecerán las sucursales de este partner que agregues o importes.
        </EmptyList>
      }
      bar={(selection) => (
        <RecordSelection
          list={branchList}
          loaded={list}
          selection={selection}
          describe={({ name, state: region }) => ({
            name,
            ...(region !== null && { detail: region }),
          })}
        />
      )}
    />
  );
}

const VIEWS = [
  { value: 'lista', label: 'Lista', icon: IconList },
  { value: 'mapa', label: 'Mapa', icon: IconMap2 },
] as const;

function BranchesHeader({ partner, list, view }: BranchListProps) {
  const mayEdit = useCan()('directory.edit');
  return (
    <PageHeader
      mark={
        partner ? (
          <PartnerLogo partner={partner} size={56} />
        ) : (
          <Skeleton w={56} h={56} radius="lg" />
        )
      }
      title={partner ? `Sucursales de ${partner.name}` : 'Sucursales'}
      context={
        <span className={classes.context}>
          {partner && <PartnerTypeTag type={partner.type} />}
          {partner && (
            <CountedList
              request={{ list: 'branches', filters: branchesInput(partner.idPartner, view) }}
              loaded={list}
              noun={BRANCHES}
            >
              {describe(partner, list, view.text)}
            </CountedList>
          )}
          {partner && mayEdit && !list.query.isPending && (
            <Link
              className={classes.edit}
              to="/partner/$idPartner/editar"
              params={{ idPartner: partner.idPartner }}
            >
              Editar partner
            </Link>
          )}
        </span>
      }
      search={<SearchBox label="Buscar sucursales" value={view.text} onChange={view.type} />}
      action={
        <div className={classes.actions}>
          <ViewSwitch
            label="Vista"
            views={VIEWS}
            value={view.search.vista}
            onChange={(vista) => view.change({ vista })}
          />
          {mayEdit && partner === undefined && (
            <Button icon={IconPlus} disabled>
              Crear sucursal
            </Button>
          )}
          {mayEdit && partner && (
            <LinkButton
              icon={IconPlus}
              link={<Link to="/partners/create-branch" state={withPartner(partner)} />}
            >
              Crear sucursal
            </LinkButton>
          )}
        </div>
      }
    />
  );
}

/** Text such as '24 sucursales · México', or the number of matches. */
function describe(
  { country }: Partner,
  { total, totalIsCapped }: LoadedList<BranchPage, Branch>,
  text: string,
): string {
  if (total === undefined) return country ?? '';
  if (text !== '')
    return pluralize(total, ['resultado', 'resultados'], { isCapped: totalIsCapped });
  return [pluralize(total, BRANCHES, { isCapped: totalIsCapped }), country]
    .filter(Boolean)
    .join(' · ');
}

interface BranchMapProps {
  idPartner: string;
  partner: Partner | undefined;
  search: string;
}

const NONE: readonly BranchPlace[] = [];

/** The map of a partner's branches, or of the matching ones; a marker lists its branches. */
function BranchMap({ idPartner, partner, search }: BranchMapProps) {
  const tiles = useMapTiles();
  const mayEdit = useCan()('directory.edit');
  const text = search.trim();
  const { data, error, refetch } = useAnswer(queries.branches.places, {
    input: { idPartner, ...(text !== '' && { search: text }) },
  });
  const places = data?.places ?? NONE;
  const [selection, setSelection] = useState({ places, chosen: NONE });
  // The selection ends when the places change.
  const chosen = selection.places === places ? selection.chosen : NONE;

  if (error && data === undefined) {
    return (
      <section className={classes.card}>
        <LoadError title="Error al obtener las sucursales" queries={[{ error, refetch }]} />
      </section>
    );
  }
  return (
    <section aria-label="Mapa de sucursales" aria-busy={data === undefined}>
      <PlacesMap
        label="Mapa de sucursales"
        tiles={tiles}
        places={places}
        onChoose={(next) => setSelection({ places, chosen: next })}
      >
        {chosen.length > 0 && (
          <div className={classes.chosen} role="status">
            <ul className={classes.list}>
              {chosen.map(({ idBranch, name, state }) => (
                <li key={idBranch}>
                  {mayEdit ? (
                    <Link
                      className={classes.name}
                      to="/partners/edit-branch/$idBranch"
                      params={{ idBranch }}
                      state={partner === undefined ? true : withPartner(partner)}
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className={classes.name}>{name}</span>
                  )}
                  {state && <span className={classes.state}>{state}</span>}
                </li>
              ))}
            </ul>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label="Cerrar"
              onClick={() => setSelection({ places, chosen: NONE })}
            />
          </div>
        )}
      </PlacesMap>
      <p className={classes.note} role="status">
        {data && describePlaces(places.length, data)}
      </p>
    </section>
  );
}

/** Text such as '24 sucursales en el mapa. 2 no tienen coordenadas.' */
function describePlaces(
  shown: number,
  { left, unplaced }: { left: number; unplaced: number },
): string {
  const sentences = [`${pluralize(shown, BRANCHES)} en el mapa.`];
  if (left > 0) sentences.push(`Hay ${left} más; usa el buscador para verlas.`);
  if (unplaced > 0) {
    sentences.push(`${pluralize(unplaced, ['no tiene', 'no tienen'])} coordenadas.`);
  }
  return sentences.join(' ');
}
