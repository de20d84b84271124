import { BRANCH_PAGE_SIZE, type Branch, type BranchPage } from '@simiente/contract/branches/calls';
import type { Partner } from '@simiente/contract/partners/calls';
import { Link, useSearch } from '@tanstack/react-router';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import type { LinkSlotProps } from '../../ui/link-slot.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { partnersCrumb, partnerWords, usePartner, withPartner } from '../partners/public.ts';
import {
  ListTable,
  type ListView,
  type LoadedList,
  PendingRecord,
  RecordSelection,
  useListView,
} from '../records/public.ts';
import { useMay } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { BranchesHead } from './BranchesHead.tsx';
import { BranchMap } from './BranchMap.tsx';
import { branchList, useBranches } from './branch-list.ts';
import { type BranchesSearch, branchesSearch } from './branches-search.ts';
import { branchLayout } from './columns.tsx';

const words = {
  ...partnerWords,
  tab: 'Sucursales',
  failure: 'Error al obtener los socios comerciales',
};

/** /partner/{idPartner}: a partner's branches, as a list or on a map. */
export function BranchesPage({ idPartner }: { idPartner: string }) {
  const query = usePartner(idPartner);
  const partner = query.data;
  const view = useListView(
    branchesSearch,
    useSearch({ from: '/_shell/_guarded/partner/$idPartner' }),
  );
  const list = useBranches(idPartner, view);

  // The list is drawn while its partner is loading.
  if (isUnknownRecord(query.error) || (query.error && partner === undefined)) {
    return <PendingRecord words={words} queries={[query]} />;
  }

  return (
    <>
      <PageTitle>Sucursales</PageTitle>
      <PageCrumbs
        crumbs={partner === undefined ? [partnersCrumb] : [partnersCrumb, { label: partner.name }]}
      />
      <BranchesHead partner={partner} list={list} view={view} />
      {view.search.vista === 'lista' ? (
        <BranchesTable partner={partner} list={list} view={view} />
      ) : (
        <BranchMap idPartner={idPartner} partner={partner} search={view.text} />
      )}
    </>
  );
}

interface BranchesTableProps {
  partner: Partner | undefined;
  list: LoadedList<BranchPage, Branch>;
  view: ListView<BranchesSearch>;
}

function BranchesTable({ partner, list, view }: BranchesTableProps) {
  // A page opened from here can show the partner before its call answers.
  const state = partner === undefined ? true : withPartner(partner);
  const mayEdit = useMay()('directory.edit');
  return (
    <ListTable
      label="Sucursales"
      list={branchList}
      layout={branchLayout}
      loaded={list}
      view={view}
      failure="Error al obtener las sucursales"
      onlyByButton
      skeletonRows={BRANCH_PAGE_SIZE}
      {...(mayEdit && {
        rowLink: ({ idBranch }: Branch, link: LinkSlotProps) => (
          <Link
            to="/partners/edit-branch/$idBranch"
            params={{ idBranch }}
            state={state}
            {...link}
          />
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
                link: (props) => <Link to="/partners/create-branch" state={state} {...props} />,
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
