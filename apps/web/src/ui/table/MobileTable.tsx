import { Checkbox, NativeSelect } from '@mantine/core';
import { cloneElement, memo } from 'react';
import { keepFocus } from '../focus.ts';
import classes from './DataTable.module.css';
import { RowTabStop } from './row-focus.ts';
import {
  LoadingWord,
  oppositeDirection,
  RowCheckbox,
  SkeletonItems,
  type TableViewProps,
} from './TableHeader.tsx';
import type { DataTableColumn, DataTableProps, SortDirection, TableSort } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';
import { type RowsProps, useRows } from './use-rows.ts';

const ITEM_HEIGHT = 73;

/** The rows below 48em: items of a list, with the table's keyboard navigation and links. */
function MobileRows<T extends object>(props: RowsProps<T>) {
  const { options, selection } = props;
  const { label, total, totalIsCapped } = options;
  const { drawn, tabStop, gapAfter, bodyProps } = useRows<T, HTMLUListElement>(props, ITEM_HEIGHT);
  const size = total === undefined || totalIsCapped ? -1 : total;
  return (
    <ul className={classes.list} aria-label={label} {...bodyProps}>
      {drawn.flatMap(({ row, index, gapBefore, id }) => [
        gapBefore > 0 && <li key={`gap-${id}`} aria-hidden style={{ height: gapBefore }} />,
        <MobileItem
          key={id}
          id={id}
          row={row}
          selection={selection}
          index={index}
          size={size}
          isTabStop={index === tabStop}
          options={options}
        />,
      ])}
      {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
    </ul>
  );
}

interface MobileItemProps<T extends object> {
  id: string;
  row: T;
  selection: RowSelection | undefined;
  index: number;
  size: number;
  isTabStop: boolean;
  options: DataTableProps<T>;
}

/** Memoised, because scrolling renders the list, but does not change its items. */
const MobileItem = memo(Item) as typeof Item;

function Item<T extends object>(props: MobileItemProps<T>) {
  const { id, row, selection, index, size, isTabStop, options } = props;
  const { getRowName, mobileRow, rowLink, onRowOpen } = options;
  const { title, picture, aside, facts, contact } = mobileRow(row);
  const selected = selection?.has(id) ?? false;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      ref={keepFocus}
      className={classes.item}
      aria-setsize={size}
      aria-posinset={index + 1}
      data-row-index={index}
      data-row-id={id}
      data-open={options.openRowId === id || undefined}
      data-selected={selected || undefined}
      data-pictured={picture !== undefined || undefined}
      data-opens={rowLink !== undefined || onRowOpen !== undefined || undefined}
      tabIndex={tabIndex}
    >
      {selection && (
        <span className={classes.itemCheck}>
          <RowCheckbox
            label={`Seleccionar a ${getRowName(row)}`}
            checked={selected}
            tabIndex={tabIndex}
            onToggle={(isRange) => selection.toggle(id, isRange)}
          />
        </span>
      )}
      {picture !== undefined && <span className={classes.itemPicture}>{picture}</span>}
      <span className={classes.itemTitle}>
        {rowLink === undefined
          ? title
          : cloneElement(rowLink(row), {
              className: classes.rowLink,
              tabIndex: -1,
              'data-row-link': true,
              children: title,
            })}
      </span>
      {aside !== undefined && <span className={classes.itemAside}>{aside}</span>}
      <span className={classes.itemFacts}>{facts}</span>
      {contact !== undefined && (
        <RowTabStop value={isTabStop}>
          <span className={classes.itemContact}>{contact}</span>
        </RowTabStop>
      )}
    </li>
  );
}

export function MobileTable<T extends object>(props: TableViewProps<T>) {
  const { selection, options, showLoading, hasRows } = props;
  if (options.loading) {
    return (
      <>
        <p className={classes.mobileHeader} data-tools={hasTools(selection, options) || undefined}>
          {showLoading && <LoadingWord />}
        </p>
        <SkeletonItems visible={showLoading} />
      </>
    );
  }
  if (hasRows) {
    return (
      <>
        <MobileHeader selection={selection} options={options} />
        <MobileRows selection={selection} options={options} />
      </>
    );
  }
  return <div className={classes.message}>{options.error ?? options.empty}</div>;
}

/** Whether a list needs its bar, for a selection or a choice of order. */
function hasTools<T extends object>(
  selection: RowSelection | undefined,
  { onSortChange }: DataTableProps<T>,
): boolean {
  return selection !== undefined || onSortChange !== undefined;
}

/** Replaces the table's header: selects all loaded rows, and chooses the order. */
function MobileHeader<T extends object>({ selection, options }: RowsProps<T>) {
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
  const orders = columns.flatMap(({ id: key, header, sorts }) => {
    if (sorts === undefined) return [];
    return [sorts, oppositeDirection(sorts)].map((direction) => ({
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
