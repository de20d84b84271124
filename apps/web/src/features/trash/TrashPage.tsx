import { DAYS_IN_TRASH, type TrashEntry } from '@simiente/contract/trash';
import type { TrashSort } from '@simiente/contract/trash-filters';
import { useRef } from 'react';
import { focusIt } from '../../ui/focus/kept-focus.ts';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { CountedList } from '../list-exports/public.ts';
import { fromTableSort, pagesProps, toTableSort, useSelection } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { binColumns, binMobileRow } from './columns.tsx';
import { KindFilters } from './KindFilters.tsx';
import { TrashSelection } from './TrashSelection.tsx';
import { useRestore } from './use-restore.ts';
import { binInput, useTrash } from './use-trash.ts';
import { useTrashFilters } from './use-trash-filters.ts';

const getRowId = (entry: TrashEntry) => entry.id;
const getRowName = (entry: TrashEntry) => entry.name;

/** /papelera: what was deleted in the last 30 days, by anybody, and how it comes back. */
export function TrashPage() {
  const { filters, isFiltered, change, search, clear } = useTrashFilters();
  const list = useTrash(filters);
  const selection = useSelection(JSON.stringify(filters));
  const page = useRef<HTMLDivElement>(null);
  const { restore, pending } = useRestore();
  // The row had the focus, and is gone.
  const focusTitle = () => focusIt(page.current?.querySelector('h1') ?? null);
  const restoring = {
    onRestore: (entry: TrashEntry) => restore([entry], focusTitle),
    isPending: ({ id }: TrashEntry) => pending.includes(id),
  };

  return (
    <div ref={page}>
      <PageTitle>Papelera</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Papelera' }]} />
      <PageHead
        title="Papelera"
        context={
          <CountedList
            request={{ list: 'trash', filters: binInput(filters)(undefined) }}
            total={list.total}
            totalIsCapped={list.totalIsCapped}
            noun={['elemento', 'elementos']}
          >
            Lo eliminado se puede restaurar durante {DAYS_IN_TRASH} días.
          </CountedList>
        }
        search={
          <SearchBox label="Buscar en la Papelera" value={filters.search} onChange={search} />
        }
      />
      <KindFilters
        chosen={filters.kind}
        counts={list.newest?.counts}
        onChoose={(kind) => change({ kind })}
      />
      <DataTable
        label="Papelera"
        columns={binColumns(restoring)}
        {...pagesProps(list, 'Error al cargar la Papelera')}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={(entry) => binMobileRow(entry, restoring)}
        selection={{
          selected: selection.selected,
          onChange: selection.select,
        }}
        sort={toTableSort(filters.sort)}
        onSortChange={(sort) => change({ sort: fromTableSort<TrashSort>(sort) })}
        empty={
          <EmptyList isFiltered={isFiltered} onClear={clear}>
            Aquí aparecerá lo que se elimine, durante {DAYS_IN_TRASH} días.
          </EmptyList>
        }
        bar={
          <TrashSelection
            loaded={list}
            selection={selection}
            isBusy={pending.length > 0}
            onRestore={(entries) =>
              restore(entries, () => {
                selection.clear();
                focusTitle();
              })
            }
          />
        }
      />
    </div>
  );
}
