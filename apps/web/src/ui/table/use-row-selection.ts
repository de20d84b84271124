import { useCallback, useLayoutEffect, useRef } from 'react';
import type { TableSelection } from './table-types.ts';

/** Selection among the loaded rows. */
export interface RowSelection {
  readonly isAll: boolean;
  readonly isSome: boolean;
  has(id: string): boolean;
  /** Toggles a row; with `isRange`, every row from the last toggled one. */
  readonly toggle: (id: string, isRange?: boolean) => void;
  toggleAll(isOn: boolean): void;
}

interface RowSelectionOptions<T> {
  rows: readonly T[];
  getRowId: (row: T) => string;
  selection: TableSelection | undefined;
}

/** The selection by ids, which also keeps rows that are not loaded. Undefined for a table without a selection. */
export function useRowSelection<T>({ rows, getRowId, selection }: RowSelectionOptions<T>) {
  const anchor = useRef<string>(undefined);
  const latest = useRef<(id: string, isRange: boolean) => void>(undefined);

  useLayoutEffect(() => {
    latest.current = (id, isRange) => {
      if (selection === undefined) return;
      const ids = rows.map(getRowId);
      const end = ids.indexOf(id);
      const start = isRange && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1;
      const range = start < 0 ? [id] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
      anchor.current = id;
      selection.onChange(withIds(selection.selected, range, !selection.selected.has(id)));
    };
  });
  // A stable function, because a new one would render every row again.
  const toggle = useCallback((id: string, isRange = false) => latest.current?.(id, isRange), []);
  if (selection === undefined) return undefined;

  const { selected, onChange } = selection;
  const count = rows.filter((row) => selected.has(getRowId(row))).length;
  return {
    isAll: count > 0 && count === rows.length,
    isSome: count > 0,
    has: (id) => selected.has(id),
    toggle,
    toggleAll: (isOn) => onChange(withIds(selected, rows.map(getRowId), isOn)),
  } satisfies RowSelection;
}

function withIds(selected: ReadonlySet<string>, ids: readonly string[], isOn: boolean) {
  const next = new Set(selected);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
