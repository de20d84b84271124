import { Checkbox, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import { cloneElement, memo, type ReactNode } from 'react';
import { keepFocus } from '../focus.ts';
import classes from './DataTable.module.css';
import checkboxClasses from './RowCheckbox.module.css';
import { RowTabStop } from './row-focus.ts';
import type {
  DataTableColumn,
  DataTableProps,
  RowLink,
  SortDirection,
  TableSort,
} from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';
import { type RowsProps, useRows } from './use-rows.ts';

function TableHeader<T extends object>(props: TableViewProps<T>) {
  const { selection, options, showLoading, hasRows } = props;
  const { columns, sort } = options;
  return (
    <thead>
      <tr aria-rowindex={1} className={classes.headRow}>
        {selection && <SelectAllCell selection={selection} disabled={!hasRows} />}
        {columns.map((column, index) => {
          const { id, header, width, align } = column;
          // A column of buttons has no title, so its header is a `td`.
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
              <HeaderLabel
                column={column}
                options={options}
                isLoading={showLoading && index === 0}
              />
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

interface HeaderLabelProps<T extends object> {
  column: DataTableColumn<T>;
  options: DataTableProps<T>;
  isLoading: boolean;
}

/** A sort button stays mounted while its page loads, because it may have the focus. */
function HeaderLabel<T extends object>({ column, options, isLoading }: HeaderLabelProps<T>) {
  const { sort, onSortChange } = options;
  const { id, sorts } = column;
  const label = isLoading ? <LoadingWord /> : column.header;
  if (sorts === undefined || onSortChange === undefined) return label;
  const direction = sort?.key === id ? sort.direction : undefined;
  const next = direction === undefined ? sorts : oppositeDirection(direction);
  return (
    <button
      type="button"
      className={classes.sortButton}
      data-active={direction !== undefined || undefined}
      onClick={() => onSortChange({ key: id, direction: next })}
    >
      {label}
      {!isLoading && <SortMark direction={direction} />}
    </button>
  );
}

export function oppositeDirection(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc';
}

function SortMark({ direction }: { direction: SortDirection | undefined }) {
  if (direction === undefined) {
    return <IconSelector className={classes.idleMark} size={14} stroke={1.7} aria-hidden />;
  }
  const Mark = direction === 'asc' ? IconChevronUp : IconChevronDown;
  return <Mark size={14} stroke={2.2} aria-hidden />;
}

export interface TableViewProps<T extends object> extends RowsProps<T> {
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
      <TableHeader {...props} />
      {options.loading ? (
        <SkeletonRows columns={columns} selectable={selectable} visible={showLoading} />
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

const ROW_HEIGHT = 54;

function TableBody<T extends object>(props: RowsProps<T>) {
  const { options, selection } = props;
  const { columns, getRowName, rowLink, onRowOpen, openRowId, rowActions } = options;
  const { drawn, tabStop, gapAfter, bodyProps } = useRows<T, HTMLTableSectionElement>(
    props,
    ROW_HEIGHT,
  );
  const span = columns.length + (selection ? 1 : 0);
  return (
    <tbody {...bodyProps}>
      {drawn.flatMap(({ row, index, gapBefore, id }) => [
        gapBefore > 0 && <GapRow key={`gap-${id}`} height={gapBefore} span={span} />,
        <TableRow
          key={id}
          id={id}
          row={row}
          index={index}
          columns={columns}
          name={getRowName(row)}
          onToggle={selection?.toggle}
          selected={selection?.has(id) ?? false}
          isOpenable={rowLink !== undefined || onRowOpen !== undefined}
          isOpen={openRowId === id}
          isTabStop={index === tabStop}
          rowLink={rowLink}
          actions={rowActions}
        />,
      ])}
      {gapAfter > 0 && <GapRow height={gapAfter} span={span} />}
    </tbody>
  );
}

interface TableRowProps<T extends object> {
  id: string;
  row: T;
  index: number;
  columns: readonly DataTableColumn<T>[];
  name: string;
  /** Toggles a row; if undefined, rows have no checkbox. */
  onToggle: ((id: string, isRange: boolean) => void) | undefined;
  selected: boolean;
  isOpenable: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  rowLink: RowLink<T> | undefined;
  actions: ((row: T) => ReactNode) | undefined;
}

/** Memoised, because scrolling and typing render the table, but leave most rows unchanged. */
const TableRow = memo(Row) as typeof Row;

function Row<T extends object>(props: TableRowProps<T>) {
  const { id, row, index, columns, rowLink, onToggle, selected, isTabStop } = props;
  const linked = columns.find(({ isLink }) => isLink) ?? columns[0];
  return (
    <tr
      ref={keepFocus}
      className={classes.row}
      aria-rowindex={index + 2}
      data-row-index={index}
      data-row-id={id}
      data-selected={selected || undefined}
      data-open={props.isOpen || undefined}
      data-opens={props.isOpenable || undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      {onToggle && (
        <td className={classes.checkCell}>
          <RowCheckbox
            label={`Seleccionar a ${props.name}`}
            checked={selected}
            tabIndex={isTabStop ? 0 : -1}
            onToggle={(isRange) => onToggle(id, isRange)}
          />
        </td>
      )}
      <RowTabStop value={isTabStop}>
        {columns.map((column) => {
          const content = column.cell(row);
          // Screen readers announce the row header before the other cells of its row.
          const Cell = column === linked ? 'th' : 'td';
          return (
            <Cell
              key={column.id}
              scope={column === linked ? 'row' : undefined}
              className={classes.cell}
              data-align={column.align}
            >
              {column === linked && rowLink !== undefined
                ? cloneElement(rowLink(row), {
                    className: classes.rowLink,
                    tabIndex: -1,
                    'data-row-link': true,
                    children: content,
                  })
                : content}
              {column === columns.at(-1) && props.actions && (
                <span className={classes.rowActions}>{props.actions(row)}</span>
              )}
            </Cell>
          );
        })}
      </RowTabStop>
    </tr>
  );
}

/** Keeps the height of the rows that are not drawn. */
function GapRow({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

interface SkeletonRowsProps<T> {
  columns: readonly DataTableColumn<T>[];
  selectable: boolean;
  /** False for the first 200 ms, in which only the space is reserved. */
  visible: boolean;
}

const WIDTHS = ['62%', '48%', '70%', '55%', '66%'];
const POSITIONS = Array.from({ length: 10 }, (_, index) => index);

function Bar({ index, tall }: { index: number; tall?: boolean }) {
  const width = WIDTHS[index % WIDTHS.length];
  return <span className={tall ? classes.bar : classes.thinBar} style={{ width }} />;
}

function PersonShape({ index }: { index: number }) {
  return (
    <span className={classes.personShape}>
      <span className={classes.circle} />
      <span className={classes.personBars}>
        <Bar index={index} tall />
        <Bar index={index + 1} />
      </span>
    </span>
  );
}

function Shape({ kind, index }: { kind: 'person' | 'text' | 'pill'; index: number }) {
  if (kind === 'person') return <PersonShape index={index} />;
  if (kind === 'pill') return <span className={classes.pillShape} />;
  return <Bar index={index} tall />;
}

/** Placeholders as high as the later rows, while the first page loads. */
function SkeletonRows<T>({ columns, selectable, visible }: SkeletonRowsProps<T>) {
  return (
    <tbody aria-hidden className={classes.skeleton} data-visible={visible || undefined}>
      {POSITIONS.map((index) => (
        <tr key={index} className={classes.row}>
          {selectable && (
            <td className={classes.checkCell}>
              <span className={classes.checkShape} />
            </td>
          )}
          {columns.map((column, position) => (
            <td key={column.id} className={classes.cell}>
              <Shape kind={column.skeleton ?? 'text'} index={index + position} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

export function SkeletonItems({ visible }: { visible: boolean }) {
  return (
    <div aria-hidden className={classes.skeleton} data-visible={visible || undefined}>
      {POSITIONS.slice(0, 8).map((index) => (
        <div key={index} className={classes.itemShape}>
          <Bar index={index} tall />
          <Bar index={index + 1} />
        </div>
      ))}
    </div>
  );
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  tabIndex: number;
  /** `isRange` is true for a click with Shift. */
  onToggle: (isRange: boolean) => void;
}

/** A checkbox in Mantine's style. Mantine's own takes longer to render than the rest of a row. */
export function RowCheckbox({ label, onToggle, ...input }: RowCheckboxProps) {
  return (
    <span className={checkboxClasses.box}>
      <input
        type="checkbox"
        className={checkboxClasses.input}
        aria-label={label}
        onChange={({ nativeEvent }) =>
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        {...input}
      />
      {input.checked && (
        <svg className={checkboxClasses.mark} viewBox="0 0 10 7" aria-hidden>
          <path
            fill="currentColor"
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
          />
        </svg>
      )}
    </span>
  );
}
