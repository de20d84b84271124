export { DeleteRecord } from './DeleteRecord.tsx';
export { describeRefusal } from './delete-records.ts';
export { ListTable, type RowLayout, type Selection } from './ListTable.tsx';
export { type ListView, useListView, withSearchText } from './list-view.ts';
export { PendingRecord, type RecordWords } from './PendingRecord.tsx';
export { chosenRows, RecordSelection, SelectEverything } from './RecordSelection.tsx';
export { RecordsPage } from './RecordsPage.tsx';
export {
  changeRows,
  dropRows,
  type ListPage,
  type ListPages,
  type RecordList,
} from './record-list.ts';
export { byCursor, type LoadedList, pageInput, useListPages } from './use-list-pages.ts';
