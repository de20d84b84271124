import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn, DataTableProps, MobileRow } from '../../ui/table/table-types.ts';
import { useMay } from '../session/public.ts';
import { fromTableSort, type ListView, toTableSort } from './list-view.ts';
import type { ListPage, RecordList } from './record-list.ts';
import type { LoadedList } from './use-list-pages.ts';

/** How the rows of a list are rendered. */
export interface RowLayout<Row> {
  readonly columns: readonly DataTableColumn<Row>[];
  /** Below 48em. */
  readonly mobileRow: (row: Row) => MobileRow;
  readonly getName: (row: Row) => string;
  /** Buttons at the end of a row while the pointer or the focus is in it. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}

/** The selected rows of a list. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly drop: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

export interface ListTableProps<Row extends object, Order extends string>
  extends Pick<
    DataTableProps<Row>,
    'rowLink' | 'onRowOpen' | 'openRowId' | 'onlyByButton' | 'skeletonRows' | 'empty'
  > {
  label: string;
  layout: RowLayout<Row>;
  loaded: LoadedList<ListPage, Row>;
  list: Pick<RecordList<never, Row>, 'getId'> & Partial<Pick<RecordList<never, Row>, 'edits'>>;
  /** State of a list that can be ordered or filtered. */
  view?: Pick<ListView<{ orden: Order }>, 'search' | 'key' | 'change'>;
  /** The title of the failure to load the first page. */
  failure: string;
  /**
   * The floating bar over the selected rows; without it, or for an account that may not edit them, no row can be
   * selected.
   */
  bar?: (selection: Selection) => ReactNode;
}

/** The rows of a list, page after page: ordered, selected, empty, loading or failed. */
export function ListTable<Row extends object, Order extends string = string>({
  layout,
  loaded,
  list,
  view,
  failure,
  bar,
  ...table
}: ListTableProps<Row, Order>) {
  const { query, rows, total, totalIsCapped, isEarlier } = loaded;
  const selection = useSelection(view?.key ?? '');
  const followed = useFollowedRow();
  const may = useMay();
  return (
    <DataTable
      {...table}
      {...followed}
      columns={layout.columns}
      mobileRow={layout.mobileRow}
      rowActions={layout.actions}
      getRowName={layout.getName}
      getRowId={list.getId}
      rows={rows}
      total={total}
      totalIsCapped={totalIsCapped}
      hasMore={query.hasNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      loadingMore={query.isFetchingNextPage}
      loadMoreError={query.isFetchNextPageError ? query.error.message : undefined}
      // An empty state would refer to the new filters before their answer, so it waits if there are no earlier rows.
      loading={query.isPending || (isEarlier && rows.length === 0)}
      refreshing={isEarlier}
      error={
        query.isError && rows.length === 0 ? (
          <LoadError title={failure} queries={[query]} />
        ) : undefined
      }
      {...(view && {
        sort: toTableSort(view.search.orden),
        onSortChange: (sort) => view.change({ orden: fromTableSort<Order>(sort) }),
      })}
      {...(bar &&
        (list.edits === undefined || may(list.edits)) && {
          selection: { selected: selection.selected, onChange: selection.select },
          bar: bar(selection),
        })}
    />
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The selected ids. They belong to one view of the list: under other filters they would stay selected
 * out of sight, so a change of `view` drops them.
 */
function useSelection(view: string): Selection {
  const [held, setHeld] = useState({ view, ids: NONE });
  return {
    selected: held.view === view ? held.ids : NONE,
    select: (ids) => setHeld({ view, ids }),
    drop: (ids) =>
      setHeld((now) => ({ ...now, ids: new Set([...now.ids].filter((id) => !ids.includes(id))) })),
    clear: () => setHeld({ view, ids: NONE }),
  };
}

/** The last row followed from each entry of this tab's history. */
const followed = new Map<string | undefined, string>();

/** Remembers which row of a list was opened, for the way back to the same entry of the history. */
function useFollowedRow() {
  const router = useRouter();
  const keyOfEntry = () => router.latestLocation.state.__TSR_key;
  const [returnedRowId] = useState(() => followed.get(keyOfEntry()));
  return { returnedRowId, onRowFollow: (id: string) => void followed.set(keyOfEntry(), id) };
}
