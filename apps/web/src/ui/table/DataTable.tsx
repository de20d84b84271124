import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../buttons/LockButton.tsx';
import classes from './DataTable.module.css';
import { MobileTable } from './MobileTable.tsx';
import { cardFocus } from './row-focus.ts';
import { DesktopTable } from './TableHead.tsx';
import type { DataTableColumn, DataTableProps } from './table-types.ts';
import { useDelayed } from './use-delayed.ts';
import { useRowSelection } from './use-row-selection.ts';

/** Milliseconds between the end of a touch and its click. */
const CLICK_COMES_WITHIN = 100;
const ENDS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * Keeps a value unchanged while a pointer is pressed, until its click. If the pressed element were
 * replaced in between, no element would get the click: browsers send it to one pressed and released.
 */
function useStableWhilePressed<Shown>(latest: Shown) {
  const [held, setHeld] = useState<{ readonly shown: Shown } | null>(null);

  useEffect(() => {
    if (held === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer ??= setTimeout(() => setHeld(null), CLICK_COMES_WITHIN);
    };
    for (const name of ENDS) window.addEventListener(name, release);
    return () => {
      for (const name of ENDS) window.removeEventListener(name, release);
      clearTimeout(timer);
    };
  }, [held]);

  const shown = held === null ? latest : held.shown;
  return { shown, hold: () => setHeld({ shown }) };
}

/**
 * The list of every screen: a table, or below 48em a list of items. The screen holds selection, order
 * and pages; the page scrolls, and only the rows near the window are rendered.
 */
export function DataTable<T extends object>(latest: DataTableProps<T>) {
  const { shown, hold } = useStableWhilePressed(pickRows(latest));
  const props = { ...latest, ...shown };
  const { rows, getRowId, error } = props;
  // Rows of the earlier filters cannot be selected.
  const selection =
    props.selection && props.refreshing
      ? { selected: props.selection.selected, onChange: () => {} }
      : props.selection;
  // The first rows are drawn in steps between which a slow phone answers to touches.
  const wasLoading = useDeferredValue(props.loading ?? false);
  const loading = props.loading || wasLoading;
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, atOnce);
  const fitting = useFittingColumns(props.columns);
  // A phone's list has no columns, and is ordered by any of them.
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
      {hasRows && <TableFoot {...props} />}
    </div>
  );
}

/** Whether an event is on a row, not on the selection bar or in its dialogs, which return the focus themselves. */
function isOnRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-index]') !== null;
}

/** Replaces the rows, or describes them. */
function pickRows<T extends object>(props: DataTableProps<T>) {
  const { rows, loading, refreshing, error, total, totalIsCapped } = props;
  return { rows, loading, refreshing, error, total, totalIsCapped };
}

const atOnce = { getInitialValueInEffect: false };

/**
 * The columns that this width has room for. The others are not in the page at all: a column that was
 * merely hidden would still be counted by the rows that span all of them.
 */
function useFittingColumns<T>(columns: readonly DataTableColumn<T>[]) {
  const md = useMediaQuery('(max-width: 61.99em)', undefined, atOnce);
  const lg = useMediaQuery('(max-width: 74.99em)', undefined, atOnce);
  return useMemo(() => {
    const isBelow = { md, lg };
    return columns.filter(({ hideBelow }) => hideBelow === undefined || !isBelow[hideBelow]);
  }, [columns, md, lg]);
}

/** '1–50 de 1,284' and, while there is more, the button that the keyboard uses for it. */
function TableFoot<T extends object>(props: DataTableProps<T>) {
  const { rows, total = rows.length, totalIsCapped, loadingMore = false, loadMoreError } = props;
  const range = `${rows.length > 1 ? '1–' : ''}${formatCount(rows.length)}`;
  return (
    <div className={classes.foot}>
      <p className={classes.range} aria-live="polite">
        {`${range} de ${formatCount(Math.max(total, rows.length), totalIsCapped)}`}
      </p>
      {loadMoreError !== undefined && !loadingMore && (
        <p className={classes.footError} role="alert">
          {loadMoreError}
        </p>
      )}
      {props.hasMore && (
        <LockButton kind="default" loading={loadingMore} onClick={() => props.onLoadMore?.()}>
          Cargar más
        </LockButton>
      )}
    </div>
  );
}
