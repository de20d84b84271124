import { Checkbox, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableBody } from './TableBody.tsx';
import type { DataTableColumn, DataTableProps, SortDirection, TableSort } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';

function TableHead<T extends object>(props: TableViewProps<T>) {
  const { selection, options, showLoading, hasRows } = props;
  const { columns, sort } = options;
  return (
    <thead>
      <tr aria-rowindex={1} className={classes.headRow}>
        {selection && <SelectAllCell selection={selection} disabled={!hasRows} />}
        {columns.map((column, index) => {
          const { id, header, width, align } = column;
          // An empty header is not a column header: the column has the buttons of the rows.
          const Cell = header === '' ? 'td' : 'th';
          return (
            <Cell
              key={id}
              scope={header === '' ? undefined : 'col'}
              className={classes.headCell}
              style={width === undefined ? undefined : { width }}
              data-align={align}
              aria-sort={ariaSort(column, sort)}
            >
              {showLoading && index === 0 ? (
                <LoadingWord />
              ) : (
                <HeadLabel column={column} options={options} />
              )}
            </Cell>
          );
        })}
      </tr>
    </thead>
  );
}

function ariaSort<T>(column: DataTableColumn<T>, sort: TableSort | undefined) {
  if (column.sorts === undefined || column.id !== sort?.key) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

/** 'Cargando...' */
export function LoadingWord() {
  return (
    <span className={classes.loadingWord} role="status">
      <Loader size={15} color="var(--si-ink-3)" aria-hidden />
      Cargando...
    </span>
  );
}

function SelectAllCell(props: { selection: RowSelection; disabled: boolean }) {
  const { selection, disabled } = props;
  const all = !disabled && selection.isAll;
  return (
    <th scope="col" className={classes.checkCell}>
      <Checkbox
        aria-label="Seleccionar todo"
        checked={all}
        indeterminate={!disabled && !all && selection.isSome}
        disabled={disabled}
        onChange={(event) => selection.toggleAll(event.currentTarget.checked)}
      />
    </th>
  );
}

interface HeadLabelProps<T extends object> {
  column: DataTableColumn<T>;
  options: DataTableProps<T>;
}

function HeadLabel<T extends object>({ column, options }: HeadLabelProps<T>) {
  const { sort, onSortChange } = options;
  const { id, header, sorts } = column;
  if (sorts === undefined || onSortChange === undefined) return header;
  const direction = sort?.key === id ? sort.direction : undefined;
  const next = direction === undefined ? sorts : opposite(direction);
  return (
    <button
      type="button"
      className={classes.sortButton}
      data-active={direction !== undefined || undefined}
      onClick={() => onSortChange({ key: id, direction: next })}
    >
      {header}
      <SortMark direction={direction} />
    </button>
  );
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc';
}

function SortMark({ direction }: { direction: SortDirection | undefined }) {
  if (direction === undefined) {
    return <IconSelector className={classes.idleMark} size={14} stroke={1.7} aria-hidden />;
  }
  const Mark = direction === 'asc' ? IconChevronUp : IconChevronDown;
  return <Mark size={14} stroke={2.2} aria-hidden />;
}

export interface TableViewProps<T extends object> {
  /** Undefined where rows cannot be selected. */
  selection: RowSelection | undefined;
  options: DataTableProps<T>;
  showLoading: boolean;
  hasRows: boolean;
}

export function DesktopTable<T extends object>(props: TableViewProps<T>) {
  const { selection, options, showLoading, hasRows } = props;
  const { columns, total, totalIsCapped } = options;
  const selectable = selection !== undefined;
  // Including the header; -1 means that the number of rows is unknown.
  const rowCount = total === undefined || totalIsCapped ? -1 : total + 1;
  return (
    <table
      className={classes.table}
      aria-label={options.label}
      aria-rowcount={rowCount}
      data-row-actions={options.rowActions !== undefined || undefined}
    >
      <TableHead {...props} />
      {options.loading ? (
        <SkeletonRows
          columns={columns}
          selectable={selectable}
          count={options.skeletonRows ?? 10}
          visible={showLoading}
        />
      ) : hasRows ? (
        <TableBody selection={selection} options={options} />
      ) : (
        <tbody>
          <tr>
            <td className={classes.message} colSpan={columns.length + (selectable ? 1 : 0)}>
              {options.error ?? options.empty}
            </td>
          </tr>
        </tbody>
      )}
    </table>
  );
}
