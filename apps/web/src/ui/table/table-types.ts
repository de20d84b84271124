import type { ReactElement, ReactNode } from 'react';
import type { LinkSlotProps } from '../link-slot.ts';

export interface DataTableColumn<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /**
   * A CSS width, such as '204px', '18%' or 'max(132px, 12vw)'. The columns without one share the rest, and so do
   * those that calculate with '%', which a browser ignores there.
   */
  width?: string;
  /** Numbers are aligned right, with tabular figures. */
  align?: 'left' | 'right';
  /**
   * The direction of the first click: names ascend, dates and counts descend. The server calls the order as the column;
   * without one the header is plain text.
   */
  sorts?: SortDirection;
  /** The column is left out below this width: 62em or 75em. */
  hideBelow?: 'md' | 'lg';
  /** The row's link is around this cell instead of the first, and this cell is the header of the row. */
  isLink?: boolean;
  /** Shape of the skeleton. */
  skeleton?: 'person' | 'text' | 'pill';
}

type ColumnLook<T> = Omit<DataTableColumn<T>, 'id' | 'header'> & { header?: string };

/** The columns by their ids. A column of buttons has no title. */
export function toColumns<T>(
  titles: Readonly<Record<string, string>>,
  looks: Readonly<Record<string, ColumnLook<T>>>,
): readonly DataTableColumn<T>[] {
  return Object.entries(looks).map(([id, look]) => ({ id, header: titles[id] ?? '', ...look }));
}

export type SortDirection = 'asc' | 'desc';

export interface TableSort {
  key: string;
  direction: SortDirection;
}

export interface TableSelection {
  /** Ids, also of rows that are not loaded yet. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** A row below 48em: name and pill on the first line, two facts on the second. */
export interface MobileRow {
  title: string;
  /** Left of both lines, for example a logo. */
  picture?: ReactNode;
  aside?: ReactNode;
  facts: ReactNode;
  /** Button beside the facts that opens the actions for a phone or an address. */
  contact?: ReactNode;
}

/** `(row, props) => <Link to="/pacientes/$id" params={{ id: row.idUser }} {...props} />` */
export type RowLink<T> = (row: T, props: LinkSlotProps) => ReactElement;

export interface DataTableProps<T extends object> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly DataTableColumn<T>[];
  rows: readonly T[];
  getRowId: (row: T) => string;
  /** Name in 'Seleccionar a …'. */
  getRowName: (row: T) => string;
  mobileRow: (row: T) => MobileRow;
  /** Buttons at the end of a row while the pointer or the focus is in it; a phone's list has none but the contact. */
  rowActions?: ((row: T) => ReactNode) | undefined;
  /** The first cell, or that of the `isLink` column, becomes this link, and the whole row opens it. */
  rowLink?: RowLink<T>;
  /** Called when a row's link is followed. */
  onRowFollow?: ((id: string) => void) | undefined;
  /** The row whose page the user comes back from: it is focused. */
  returnedRowId?: string | undefined;
  /** Handles a click or Enter if there is no page to open. */
  onRowOpen?: (row: T) => void;
  /** The row shown in the detail panel: marked with a bar on its left. */
  openRowId?: string | undefined;
  selection?: TableSelection;
  sort?: TableSort | undefined;
  onSortChange?: (sort: TableSort) => void;
  /** Total of all pages; unknown while the first one loads. */
  total?: number | undefined;
  totalIsCapped?: boolean | undefined;
  hasMore?: boolean;
  onLoadMore?: () => void;
  /** The next page is loaded with 'Cargar más', not automatically near the end. */
  onlyByButton?: boolean;
  loadingMore?: boolean;
  /** Why the next page did not come; 'Cargar más' then tries again. */
  loadMoreError?: string | undefined;
  /** The first page is loading: after 200 ms skeletons replace its rows. */
  loading?: boolean;
  /** Rows of the previous filters are shown until the new ones are here. */
  refreshing?: boolean;
  /** Shown below the header instead of rows: an `EmptyState` for a failure. */
  error?: ReactNode;
  /** Shown below the header when there are no rows: an `EmptyState`. */
  empty: ReactNode;
  skeletonRows?: number;
  /**
   * The floating bar while rows are selected. It is between the rows and 'Cargar más', so that Tab reaches it
   * before that button, whose focus would load another page.
   */
  bar?: ReactNode;
}
