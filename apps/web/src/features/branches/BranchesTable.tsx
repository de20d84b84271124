import type { BranchSort } from '@simiente/contract/branch-filters';
import { BRANCH_PAGE_SIZE, type Branch, type BranchPage } from '@simiente/contract/branches';
import type { Partner } from '@simiente/contract/partners';
import { Link } from '@tanstack/react-router';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { withPartner } from '../partners/public.ts';
import {
  fromTableSort,
  type LoadedList,
  pagesProps,
  RecordSelection,
  toTableSort,
  useSelection,
} from '../records/public.ts';
import { branchList } from './branch-list.ts';
import { branchColumns, branchMobileRow } from './columns.tsx';
import type { ListFilters } from './use-list-filters.ts';

const getRowId = (branch: Branch) => branch.idBranch;
const getRowName = (branch: Branch) => branch.name;

interface BranchesTableProps {
  partner: Partner | undefined;
  list: LoadedList<BranchPage, Branch>;
  filters: ListFilters;
  onSortChange: (sort: BranchSort) => void;
  onClear: () => void;
}

/** The branches, page after page, and what is done with those that are checked. */
export function BranchesTable(props: BranchesTableProps) {
  const { partner, list, filters, onSortChange, onClear } = props;
  const { selected, select, clear } = useSelection(JSON.stringify(filters));
  return (
    <DataTable
      label="Sucursales"
      columns={branchColumns}
      {...pagesProps(list, 'Error al obtener las sucursales')}
      onlyByButton
      skeletonRows={BRANCH_PAGE_SIZE}
      getRowId={getRowId}
      getRowName={getRowName}
      mobileRow={branchMobileRow}
      rowLink={({ idBranch }, link) => (
        <Link
          to="/partners/edit-branch/$idBranch"
          params={{ idBranch }}
          state={partner === undefined ? true : withPartner(partner)}
          {...link}
        />
      )}
      selection={{ selected, onChange: select }}
      sort={toTableSort(filters.sort)}
      onSortChange={(sort) => onSortChange(fromTableSort<BranchSort>(sort))}
      empty={
        <EmptyList
          isFiltered={filters.search !== ''}
          onClear={onClear}
          create={{
            label: 'Crear sucursal',
            link: (props) => (
              <Link
                to="/partners/create-branch"
                state={partner === undefined ? true : withPartner(partner)}
                {...props}
              />
            ),
          }}
        >
          Las sucursales de este partner aparecerán aquí en cuanto las crees o se importen.
        </EmptyList>
      }
      bar={
        <RecordSelection
          list={branchList}
          loaded={list}
          selected={selected}
          onSelect={select}
          onClear={clear}
          describe={({ name, state }) => ({ name, ...(state !== null && { detail: state }) })}
        />
      }
    />
  );
}
