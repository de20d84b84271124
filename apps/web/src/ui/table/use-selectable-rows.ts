import {
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { DataTableColumn, TableSelection } from './table-types.ts';

const features = tableFeatures({ rowSelectionFeature });
const nothing: TableSelection = { selected: new Set(), onChange: () => {} };

interface SelectableRowsOptions<T extends object> {
  columns: readonly DataTableColumn<T>[];
  rows: readonly T[];
  getRowId: (row: T) => string;
  selection: TableSelection | undefined;
}

function stateOf(selected: ReadonlySet<string>): RowSelectionState {
  return Object.fromEntries([...selected].map((id) => [id, true as const]));
}

/** TanStack's model of the loaded rows: columns, and selection by id with ranges by Shift. */
export function useSelectableRows<T extends object>(options: SelectableRowsOptions<T>) {
  const { columns, rows, getRowId, selection = nothing } = options;
  const helper = useMemo(() => createColumnHelper<typeof features, T>(), []);
  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) =>
          helper.display({
            id: column.id,
            header: column.header,
            cell: ({ row }) => column.cell(row.original),
          }),
        ),
      ),
    [columns, helper],
  );
  const rowSelection = useMemo(() => stateOf(selection.selected), [selection.selected]);

  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId,
    state: { rowSelection },
    onRowSelectionChange: (updater) => {
      const next = typeof updater === 'function' ? updater(rowSelection) : updater;
      selection.onChange(new Set(Object.keys(next)));
    },
  });
}

/** What the parts of a table draw from. */
export type SelectableRows<T extends object> = ReturnType<typeof useSelectableRows<T>>;
export type SelectableRow<T extends object> = ReturnType<
  SelectableRows<T>['getRowModel']
>['rows'][number];
