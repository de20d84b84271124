export { pagesProps } from './pages-props.tsx';
export { RecordSelection } from './RecordSelection.tsx';
export { changeRows, dropRows, type ListPages, type RecordList } from './record-list.ts';
export { SelectEverything } from './SelectEverything.tsx';
export { useSearchText, useTypedSearch, withSearchText } from './search-text.ts';
export { fromTableSort, toTableSort } from './table-sort.ts';
export { byCursor, type LoadedList, pageInput, useListPages } from './use-list-pages.ts';
export { useSelection } from './use-selection.ts';
export { useUndoDelete } from './use-undo-delete.ts';
