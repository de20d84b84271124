import type { TableSort } from '../../ui/table/table-types.ts';

/** The wire's order (`-createDate`) as the table's. */
export function toTableSort(sort: string): TableSort {
  return sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'desc' }
    : { key: sort, direction: 'asc' };
}

/** The table's order as the wire's; the table has no columns to sort by but those of `Sort`. */
export function fromTableSort<Sort extends string>({ key, direction }: TableSort): Sort {
  return `${direction === 'desc' ? '-' : ''}${key}` as Sort;
}
