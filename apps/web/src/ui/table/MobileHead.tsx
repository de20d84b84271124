import { Checkbox, NativeSelect } from '@mantine/core';
import classes from './DataTable.module.css';
import type { DataTableColumn, DataTableProps, SortDirection, TableSort } from './table-types.ts';
import type { SelectableRows } from './use-selectable-rows.ts';

interface MobileHeadProps<T extends object> {
  table: SelectableRows<T>;
  options: DataTableProps<T>;
}

/** What the header of the table does, for a list: select all that is loaded, and the order. */
export function MobileHead<T extends object>({ table, options }: MobileHeadProps<T>) {
  const { columns, selection, sort, onSortChange } = options;
  const all = table.getIsAllRowsSelected();
  // A list in one order, of which nothing is selected, has nothing to do here.
  if (!selection && !onSortChange) return null;
  return (
    <div className={classes.mobileTools}>
      {selection && (
        <Checkbox
          label="Todo"
          aria-label="Seleccionar todo"
          checked={all}
          indeterminate={!all && table.getIsSomeRowsSelected()}
          onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
        />
      )}
      {onSortChange && <OrderSelect columns={columns} sort={sort} onSortChange={onSortChange} />}
    </div>
  );
}

interface OrderSelectProps<T> {
  columns: readonly DataTableColumn<T>[];
  sort: TableSort | undefined;
  onSortChange: (sort: TableSort) => void;
}

const arrows: Readonly<Record<SortDirection, string>> = { asc: '↑', desc: '↓' };

function OrderSelect<T>({ columns, sort, onSortChange }: OrderSelectProps<T>) {
  const orders = columns.flatMap(({ header, sortKey: key, firstDirection = 'asc' }) => {
    if (key === undefined) return [];
    const other: SortDirection = firstDirection === 'asc' ? 'desc' : 'asc';
    return [firstDirection, other].map((direction) => ({
      value: `${key} ${direction}`,
      label: `${header} ${arrows[direction]}`,
      sort: { key, direction },
    }));
  });
  return (
    <NativeSelect
      className={classes.mobileOrder}
      aria-label="Ordenar por"
      data={orders.map(({ value, label }) => ({ value, label }))}
      value={sort && `${sort.key} ${sort.direction}`}
      onChange={(event) => {
        const chosen = orders.find(({ value }) => value === event.currentTarget.value);
        if (chosen) onSortChange(chosen.sort);
      }}
    />
  );
}
