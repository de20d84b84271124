import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import classes from '../../ui/table/DataTable.module.css';
import { MobileTable } from '../../ui/table/MobileTable.tsx';
import { cardFocus } from '../../ui/table/row-focus.ts';
import { DesktopTable } from '../../ui/table/TableHeader.tsx';
import type { DataTableColumn, DataTableProps } from '../../ui/table/table-types.ts';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { useIsPhone, useMedia } from '../../ui/use-media.ts';
import { useCan } from '../session/public.ts';
import { fromTableSort, type ListView, toTableSort } from './list-view.ts';
import type { ListPage, LoadedList } from './record-list.ts';

/** How a list shows its rows. */
export type RowLayout<Row extends object> = Pick<
  DataTableProps<Row>,
  'columns' | 'mobileRow' | 'getRowName' | 'rowActions'
>;

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

export interface ListTableProps<Row extends object, Order extends string>
  extends Pick<
    DataTableProps<Row>,
    'rowLink' | 'onRowOpen' | 'openRowId' | 'loadsOnlyByButton' | 'empty'
  > {
  label: string;
  layout: RowLayout<Row>;
  loaded: LoadedList<ListPage, Row>;
  /** State of a list that can be ordered or filtered. */
  view?: Pick<ListView<{ orden: Order }>, 'search' | 'key' | 'change'>;
  /** The title of the failure to load the first page. */
  failure: string;
  /** The bar of the selected rows. Without a bar, or without the capability to edit, no row can be selected. */
  bar?: (selection: Selection) => ReactNode;
}

/** The rows of a list, page after page, with order, selection, and states for empty, loading and failed lists. */
export function ListTable<Row extends object, Order extends string = string>(
  props: ListTableProps<Row, Order>,
) {
  const { layout, loaded, view, failure, bar, ...table } = props;
  const { list, query, rows, total, totalIsCapped, isInterim } = loaded;
  const selection = useSelection(view?.key ?? '');
  const followed = useFollowedRow();
  const can = useCan();
  return (
    <DataTable
      {...table}
      {...followed}
      {...layout}
      getRowId={list.getId}
      rows={rows}
      total={total}
      totalIsCapped={totalIsCapped}
      hasMore={query.hasNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      loadingMore={query.isFetchingNextPage}
      loadMoreError={query.isFetchNextPageError ? query.error.message : undefined}
      // If the previous filters had no rows, an empty state would appear before the new filters' answer.
      loading={query.isPending || (isInterim && rows.length === 0)}
      refreshing={isInterim}
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
        (list.editCapability === undefined || can(list.editCapability)) && {
          selection: { selected: selection.selected, onChange: selection.select },
          bar: bar(selection),
        })}
    />
  );
}

const NO_IDS: ReadonlySet<string> = new Set();

/** The selected ids. Another `view`, such as another filter, clears them, because their rows may not be listed. */
function useSelection(view: string): Selection {
  const [selection, setSelection] = useState({ view, ids: NO_IDS });
  return {
    selected: selection.view === view ? selection.ids : NO_IDS,
    select: (ids) => setSelection({ view, ids }),
    remove: (ids) =>
      setSelection((latest) => ({
        ...latest,
        ids: new Set([...latest.ids].filter((id) => !ids.includes(id))),
      })),
    clear: () => setSelection({ view, ids: NO_IDS }),
  };
}

/** Id of the row that was opened last, by the key of the list's entry in this tab's history. */
const openedRows = new Map<string | undefined, string>();

/** Remembers the opened row of a list, for a return to the same entry of the history. */
function useFollowedRow() {
  const router = useRouter();
  const getEntryKey = () => router.latestLocation.state.__TSR_key;
  const [returnedRowId] = useState(() => openedRows.get(getEntryKey()));
  return { returnedRowId, onRowFollow: (id: string) => void openedRows.set(getEntryKey(), id) };
}

/** Maximum milliseconds between the end of a touch and its click. */
const CLICK_DELAY = 100;
const RELEASE_EVENTS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/** Keeps a value unchanged from a press until its click, because an element replaced in between gets no click. */
function useStableWhilePressed<Shown>(latest: Shown) {
  const [held, setHeld] = useState<{ readonly shown: Shown } | null>(null);

  useEffect(() => {
    if (held === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer ??= setTimeout(() => setHeld(null), CLICK_DELAY);
    };
    for (const name of RELEASE_EVENTS) window.addEventListener(name, release);
    return () => {
      for (const name of RELEASE_EVENTS) window.removeEventListener(name, release);
      clearTimeout(timer);
    };
  }, [held]);

  const shown = held === null ? latest : held.shown;
  return { shown, hold: () => setHeld({ shown }) };
}

/** The rows of every list: a table, or items below 48em. Only the rows near the window are rendered. */
export function DataTable<T extends object>(latest: DataTableProps<T>) {
  const { shown, hold } = useStableWhilePressed(pickRows(latest));
  const props = { ...latest, ...shown };
  const { rows, getRowId, error } = props;
  // Rows of the previous filters cannot be selected.
  const selection =
    props.selection && props.refreshing
      ? { selected: props.selection.selected, onChange: () => {} }
      : props.selection;
  // The first rows are rendered with a lower priority, so that a slow phone still reacts to touches.
  const wasLoading = useDeferredValue(props.loading ?? false);
  const loading = props.loading || wasLoading;
  const isPhone = useIsPhone();
  const fitting = useFittingColumns(props.columns);
  // A phone's list has no columns, and can be ordered by any of them.
  const columns = isPhone ? props.columns : fitting;
  const rowSelection = useRowSelection({ rows, getRowId, selection });
  const showLoading = useDelayed(loading || (props.refreshing ?? false));
  const hasRows = !loading && error === undefined && rows.length > 0;
  const View = isPhone ? MobileTable : DesktopTable;

  return (
    <div
      {...cardFocus}
      className={classes.card}
      onPointerDown={({ target }) => isOnRow(target) && hold()}
      aria-busy={loading || props.refreshing || undefined}
      data-refreshing={props.refreshing || undefined}
    >
      <View
        selection={rowSelection}
        options={{ ...props, columns, loading }}
        showLoading={showLoading}
        hasRows={hasRows}
      />
      {props.bar}
      {hasRows && <TableFooter {...props} />}
    </div>
  );
}

/** Whether an event is on a row. The selection bar and its dialogs return the focus themselves. */
function isOnRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-index]') !== null;
}

/** Content that replaces or describes the rows. */
function pickRows<T extends object>(props: DataTableProps<T>) {
  const { rows, loading, refreshing, error, total, totalIsCapped } = props;
  return { rows, loading, refreshing, error, total, totalIsCapped };
}

/** The columns that fit. CSS could not hide the others: a row that spans all columns would count them. */
function useFittingColumns<T>(columns: readonly DataTableColumn<T>[]) {
  const md = useMedia('(max-width: 61.99em)');
  const lg = useMedia('(max-width: 74.99em)');
  return useMemo(() => {
    const isBelow = { md, lg };
    return columns.filter(({ hideBelow }) => hideBelow === undefined || !isBelow[hideBelow]);
  }, [columns, md, lg]);
}

/** Text such as '1–50 de 1,284' and, before the last page, 'Cargar más'. */
function TableFooter<T extends object>(props: DataTableProps<T>) {
  const { rows, total = rows.length, totalIsCapped, loadingMore = false, loadMoreError } = props;
  const range = `${rows.length > 1 ? '1–' : ''}${formatCount(rows.length)}`;
  return (
    <div className={classes.footer}>
      <p className={classes.range} aria-live="polite">
        {`${range} de ${formatCount(Math.max(total, rows.length), { isCapped: totalIsCapped })}`}
      </p>
      {loadMoreError !== undefined && !loadingMore && (
        <p className={classes.footError} role="alert">
          {loadMoreError}
        </p>
      )}
      {props.hasMore && (
        <Button kind="default" loading={loadingMore} onClick={() => props.onLoadMore?.()}>
          Cargar más
        </Button>
      )}
    </div>
  );
}
