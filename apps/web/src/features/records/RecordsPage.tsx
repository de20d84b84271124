import type { ExportRequestInput } from '@simiente/contract/list-exports/calls';
import { IconPlus } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Noun } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { CountedList } from '../list-exports/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { ListTable, type ListTableProps } from './ListTable.tsx';
import type { ListView } from './list-view.ts';
import classes from './RecordsPage.module.css';

interface RecordsPageProps<Row extends object, Order extends string>
  extends Omit<ListTableProps<Row, Order>, 'label' | 'empty' | 'view'>,
    Pick<ComponentProps<typeof EmptyList>, 'hint'>,
    Pick<ComponentProps<typeof PageHeader>, 'action'> {
  title: string;
  /** Name in the breadcrumb and of the table, if it differs from the title. */
  name?: string;
  above?: readonly Crumb[];
  count: string | false | undefined;
  countExtra?: ReactNode;
  /** The list's export; undefined for a list without one. */
  file?: { readonly request: ExportRequestInput; readonly noun: Noun };
  searchLabel?: string;
  view?: ListView<{ orden: Order }>;
  /** With `onClick`, a button in the header and in the empty list; a link is shown only in the empty list. */
  create?: ComponentProps<typeof EmptyList>['create'];
  /** The filters of a list without a view. */
  filters?: { readonly isFiltered: boolean; readonly clear: () => void };
  empty: string;
  /** Content between the header and the rows, such as filters. */
  children?: ReactNode;
}

/** The page of a list: its title and count, search, filters and rows. */
export function RecordsPage<Row extends object, Order extends string = string>({
  title,
  name = title,
  above = [],
  count,
  countExtra,
  file,
  searchLabel,
  view,
  filters = view,
  action,
  create,
  hint,
  empty,
  children,
  ...table
}: RecordsPageProps<Row, Order>) {
  const countLine = file ? (
    <CountedList {...file} loaded={table.loaded}>
      {count}
    </CountedList>
  ) : (
    count
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageCrumbs crumbs={[...above, { label: name }]} />
      <PageHeader
        title={title}
        context={
          countExtra ? (
            <span className={classes.context}>
              <span>{countLine}</span>
              {countExtra}
            </span>
          ) : (
            countLine
          )
        }
        search={
          view &&
          searchLabel && <SearchBox label={searchLabel} value={view.text} onChange={view.type} />
        }
        action={
          (action || create?.onClick) && (
            <>
              {action}
              {create?.onClick && (
                <Button
                  icon={create.icon ?? IconPlus}
                  aria-haspopup="dialog"
                  onClick={create.onClick}
                >
                  {create.label}
                </Button>
              )}
            </>
          )
        }
      />
      {children}
      <ListTable<Row, Order>
        {...table}
        {...(view && { view })}
        label={name}
        empty={
          <EmptyList
            isFiltered={filters?.isFiltered ?? false}
            onClear={filters?.clear}
            hint={hint}
            create={create}
          >
            {empty}
          </EmptyList>
        }
      />
    </>
  );
}
