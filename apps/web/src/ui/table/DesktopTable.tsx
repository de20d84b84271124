import classes from './DataTable.module.css';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import type { DataTableProps } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';

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
      <TableHead
        selection={selection}
        columns={columns}
        disabled={!hasRows}
        showLoading={showLoading}
        sort={options.sort}
        onSortChange={options.onSortChange}
      />
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
