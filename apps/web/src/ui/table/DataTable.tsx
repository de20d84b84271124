import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue } from 'react';
import { cardFocus } from './card-focus.ts';
import classes from './DataTable.module.css';
import { DesktopTable } from './DesktopTable.tsx';
import { MobileTable } from './MobileTable.tsx';
import { TableFoot } from './TableFoot.tsx';
import type { DataTableProps } from './table-types.ts';
import { useDelayed } from './use-delayed.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useHeldWhilePressed } from './use-held-while-pressed.ts';
import { useSelectableRows } from './use-selectable-rows.ts';

/**
 * The list of every screen: a table, or below 48em a list of items. What is selected, sorted and
 * loaded belongs to the screen; the page scrolls, and only the rows near the window are drawn.
 */
export function DataTable<T extends object>(latest: DataTableProps<T>) {
  const { shown, hold } = useHeldWhilePressed(rowsOf(latest));
  const props = { ...latest, ...shown };
  const { rows, getRowId, error } = props;
  // While the rows of other filters still stand there, nothing of them can be picked.
  const selection =
    props.selection && props.refreshing
      ? { selected: props.selection.selected, onChange: ignore }
      : props.selection;
  // The first rows are drawn in steps between which a slow phone answers to touches.
  const wasLoading = useDeferredValue(props.loading ?? false);
  const loading = props.loading || wasLoading;
  const columns = useFittingColumns(props.columns);
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  const table = useSelectableRows({ columns, rows, getRowId, selection });
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
        table={table}
        options={{ ...props, columns, loading }}
        showLoading={showLoading}
        hasRows={hasRows}
      />
      {props.bar}
      {hasRows && (
        <TableFoot
          loaded={rows.length}
          total={props.total}
          totalIsCapped={props.totalIsCapped}
          hasMore={props.hasMore ?? false}
          loadingMore={props.loadingMore ?? false}
          loadMoreError={props.loadMoreError}
          onLoadMore={props.onLoadMore}
        />
      )}
    </div>
  );
}

const ignore = () => {};

/** Not on the bar over the list nor in its dialogs, which change the rows and then give the focus back. */
function isOnRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-index]') !== null;
}

/** What is drawn in the place of the rows, or says something of them. */
function rowsOf<T extends object>(props: DataTableProps<T>) {
  const { rows, loading, refreshing, error, total, totalIsCapped } = props;
  return { rows, loading, refreshing, error, total, totalIsCapped };
}
