import type { ReactNode } from 'react';
import type { LinkSlot } from '../link-slot.ts';

export interface DataTableColumn<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /**
   * A CSS width, such as '204px', '18%' or 'max(132px, 12vw)'. Columns without a width share the remaining width.
   * Browsers ignore a calculation with '%' here.
   */
  width?: string;
  /** Numbers are aligned right, with tabular figures. */
  align?: 'left' | 'right';
  /**
   * The direction of the first click: ascending for names, descending for dates and counts. The column's id
   * is sent to the server as the sort key. Without a direction, the header is plain text.
   */
  sorts?: SortDirection;
  /** Hides the column below this width: 62em or 75em. */
  hideBelow?: 'md' | 'lg';
  /** Whether the cells of this column, instead of the first column's, have the row's link and are the row's header. */
  isLink?: boolean;
  /** Shape of the skeleton. */
  skeleton?: 'person' | 'text' | 'pill';
}

type ColumnLayout<T> = Omit<DataTableColumn<T>, 'id' | 'header'> & { header?: string };

/** Joins titles and layouts by column id. A column of buttons has no title. */
export function toColumns<T>(
  titles: Readonly<Record<string, string>>,
  layouts: Readonly<Record<string, ColumnLayout<T>>>,
): readonly DataTableColumn<T>[] {
  return Object.entries(layouts).map(([id, layout]) => ({
    id,
    header: titles[id] ?? '',
    ...layout,
  }));
}

export type SortDirection = 'asc' | 'desc';

export interface TableSort {
  key: string;
  direction: SortDirection;
}

export interface TableSelection {
  /** Ids, including those of rows that are not loaded yet. */
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

/** `(row) => <Link to="/pacientes/$idUser" params={{ idUser: row.idUser }} />` */
export type RowLink<T> = (row: T) => LinkSlot;

export interface DataTableProps<T extends object> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly DataTableColumn<T>[];
  rows: readonly T[];
  getRowId: (row: T) => string;
  /** Name in 'Seleccionar a …'. */
  getRowName: (row: T) => string;
  mobileRow: (row: T) => MobileRow;
  /** Buttons at the end of a row while the pointer or the focus is in the row. The list on phones has none. */
  rowActions?: ((row: T) => ReactNode) | undefined;
  /** The first cell, or that of the `isLink` column, becomes this link, and the whole row opens it. */
  rowLink?: RowLink<T>;
  /** Called when a row's link is followed. */
  onRowFollow?: ((id: string) => void) | undefined;
  /** Id of the row that gets the focus, because the user returns from its page. */
  returnedRowId?: string | undefined;
  /** Handles a click or Enter if there is no page to open. */
  onRowOpen?: (row: T) => void;
  /** The row shown in the detail panel, which has a bar on its left. */
  openRowId?: string | undefined;
  selection?: TableSelection;
  sort?: TableSort | undefined;
  onSortChange?: (sort: TableSort) => void;
  /** Total of all pages; unknown while the first one loads. */
  total?: number | undefined;
  totalIsCapped?: boolean | undefined;
  hasMore?: boolean;
  onLoadMore?: () => void;
  /** Whether the next page is loaded only with 'Cargar más', and not near the end of the rows. */
  loadsOnlyByButton?: boolean;
  loadingMore?: boolean;
  /** Why the next page failed to load; 'Cargar más' then tries again. */
  loadMoreError?: string | undefined;
  /** Whether the first page is loading; skeletons appear after 200 ms. */
  loading?: boolean;
  /** Whether the rows are those of the previous filters, until the new ones are loaded. */
  refreshing?: boolean;
  /** Shown below the header instead of rows: a `LoadError`. */
  error?: ReactNode;
  /** Shown below the header when there are no rows: an `EmptyList`. */
  empty: ReactNode;
  /**
   * The floating bar while rows are selected. It is between the rows and 'Cargar más', so that Tab reaches it
   * before that button, whose focus would load another page.
   */
  bar?: ReactNode;
}
