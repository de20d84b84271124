import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { DataTableColumn } from './table-types.ts';

const atOnce = { getInitialValueInEffect: false };

/**
 * The columns that this width has room for. The others are not in the page at all: a column that was
 * merely hidden would still be counted by the rows that span all of them.
 */
export function useFittingColumns<T>(
  columns: readonly DataTableColumn<T>[],
): readonly DataTableColumn<T>[] {
  const sm = useMediaQuery('(max-width: 47.99em)', undefined, atOnce);
  const md = useMediaQuery('(max-width: 61.99em)', undefined, atOnce);
  const lg = useMediaQuery('(max-width: 74.99em)', undefined, atOnce);
  return useMemo(() => {
    const isBelow = { sm, md, lg };
    return columns.filter(({ hideBelow }) => hideBelow === undefined || !isBelow[hideBelow]);
  }, [columns, sm, md, lg]);
}
