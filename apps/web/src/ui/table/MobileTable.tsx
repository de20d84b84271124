import { Checkbox, Loader, NativeSelect } from '@mantine/core';
import classes from './DataTable.module.css';
import type { TableViewProps } from './DesktopTable.tsx';
import { MobileRows } from './MobileRows.tsx';
import { SkeletonItems } from './SkeletonRows.tsx';
import type { DataTableColumn, DataTableProps, SortDirection, TableSort } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';
import type { RowsProps } from './use-rows.ts';

export function MobileTable<T extends object>(props: TableViewProps<T>) {
  const { selection, options, showLoading, hasRows } = props;
  if (options.loading) {
    return (
      <>
        <p
          className={classes.mobileHead}
          data-tools={hasTools(selection, options) || undefined}
          role="status"
        >
          {showLoading && (
            <span className={classes.loadingWord}>
              <Loader size={15} color="var(--si-ink-3)" aria-hidden />
              Cargando...
            </span>
          )}
        </p>
        <SkeletonItems count={options.skeletonRows ?? 8} visible={showLoading} />
      </>
    );
  }
  if (hasRows) {
    return (
      <>
        <MobileHead selection={selection} options={options} />
        <MobileRows selection={selection} options={options} />
      </>
    );
  }
  return <div className={classes.message}>{options.error ?? options.empty}</div>;
}

/** A list with a fixed order and without a selection needs no bar. */
function hasTools<T extends object>(
  selection: RowSelection | undefined,
  { onSortChange }: DataTableProps<T>,
): boolean {
  return selection !== undefined || onSortChange !== undefined;
}

/** The functions of the table's header, for a list: select all loaded rows, and the order. */
function MobileHead<T extends object>({ selection, options }: RowsProps<T>) {
  const { columns, sort, onSortChange } = options;
  if (!hasTools(selection, options)) return null;
  return (
    <div className={classes.mobileTools}>
      {selection && (
        <Checkbox
          label="Todo"
          aria-label="Seleccionar todo"
          checked={selection.isAll}
          indeterminate={!selection.isAll && selection.isSome}
          onChange={(event) => selection.toggleAll(event.currentTarget.checked)}
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
