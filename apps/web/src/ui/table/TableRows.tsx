import { type MouseEvent, memo } from 'react';
import classes from './DataTable.module.css';
import { RowCheckbox } from './RowCheckbox.tsx';
import type { DataTableColumn, RowLink } from './table-types.ts';
import type { SelectableRow } from './use-selectable-rows.ts';

interface TableRowProps<T extends object> {
  row: SelectableRow<T>;
  index: number;
  columns: readonly DataTableColumn<T>[];
  name: string;
  selectable: boolean;
  selected: boolean;
  opensHere: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  rowLink: RowLink<T> | undefined;
  onOpen: ((row: T) => void) | undefined;
}

/** True for what keeps its own click inside a row. */
export function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

/** A row opens what its link leads to, or else what the screen says. */
export function openRow(element: Element | null | undefined, onOpen: () => void): void {
  const link = element?.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (link) link.click();
  else onOpen();
}

/** Drawn again only when something of it has changed: scrolling and typing leave most rows as they are. */
export const TableRow = memo(Row) as typeof Row;

function Row<T extends object>(props: TableRowProps<T>) {
  const { row, index, columns, rowLink, onOpen, selectable, selected, isTabStop } = props;
  const linked = columns.find(({ isLink }) => isLink) ?? columns[0];

  function handleClick(event: MouseEvent<HTMLElement>) {
    if (!isOwnControl(event.target)) openRow(event.currentTarget, () => onOpen?.(row.original));
  }

  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-row-index={index}
      data-row-id={row.id}
      data-selected={selected || undefined}
      data-open={props.isOpen || undefined}
      data-opens={props.opensHere || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={handleClick}
    >
      {selectable && (
        <td className={classes.checkCell}>
          <RowCheckbox
            label={`Seleccionar a ${props.name}`}
            checked={selected}
            tabIndex={isTabStop ? 0 : -1}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {columns.map((column) => {
        const content = column.cell(row.original);
        return (
          <td key={column.id} className={classes.cell} data-align={column.align}>
            {column === linked && rowLink !== undefined
              ? rowLink(row.original, {
                  className: classes.rowLink,
                  tabIndex: -1,
                  'data-row-link': true,
                  children: content,
                })
              : content}
          </td>
        );
      })}
    </tr>
  );
}

/** Stands for the rows that are not drawn, so that the page keeps its height. */
export function GapRow({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}
