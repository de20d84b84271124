import { type MouseEvent, memo, type ReactNode, useRef } from 'react';
import { useFallbackFocus } from '../focus.ts';
import classes from './DataTable.module.css';
import { RowCheckbox } from './RowCheckbox.tsx';
import { RowTabStop } from './row-focus.ts';
import type { DataTableColumn, RowLink } from './table-types.ts';
import { isOwnControl, openRow, type RowsProps, useRows } from './use-rows.ts';

const ROW_HEIGHT = 54;

export function TableBody<T extends object>(props: RowsProps<T>) {
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
          opensHere={rowLink !== undefined || onRowOpen !== undefined}
          isOpen={openRowId === id}
          isTabStop={index === tabStop}
          rowLink={rowLink}
          onOpen={onRowOpen}
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
  /** Toggles a row; without it rows have no checkbox. */
  onToggle: ((id: string, isRange: boolean) => void) | undefined;
  selected: boolean;
  opensHere: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  rowLink: RowLink<T> | undefined;
  onOpen: ((row: T) => void) | undefined;
  actions: ((row: T) => ReactNode) | undefined;
}

/** Drawn again only when something of it has changed: scrolling and typing leave most rows as they are. */
const TableRow = memo(Row) as typeof Row;

function Row<T extends object>(props: TableRowProps<T>) {
  const { id, row, index, columns, rowLink, onOpen, onToggle, selected, isTabStop } = props;
  const linked = columns.find(({ isLink }) => isLink) ?? columns[0];
  const element = useRef<HTMLTableRowElement>(null);
  useFallbackFocus(element);

  function handleClick(event: MouseEvent<HTMLElement>) {
    if (!isOwnControl(event)) openRow(event.currentTarget, () => onOpen?.(row));
  }

  return (
    <tr
      ref={element}
      className={classes.row}
      aria-rowindex={index + 2}
      data-row-index={index}
      data-row-id={id}
      data-selected={selected || undefined}
      data-open={props.isOpen || undefined}
      data-opens={props.opensHere || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={handleClick}
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
          // Row header: screen readers announce it before each other cell of its row.
          const Cell = column === linked ? 'th' : 'td';
          return (
            <Cell
              key={column.id}
              scope={column === linked ? 'row' : undefined}
              className={classes.cell}
              data-align={column.align}
            >
              {column === linked && rowLink !== undefined
                ? rowLink(row, {
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
