export { ListTable, type RowLayout, type Selection } from './ListTable.tsx';
export { type ListView, useListView, withSearchText } from './list-view.ts';
export { PendingRecord, type RecordWords } from './PendingRecord.tsx';
export {
  chosenRows,
  DeleteRecord,
  describeRestoreFailure,
  EditTool,
  RecordSelection,
  SelectEverything,
  useUndo,
} from './RecordSelection.tsx';
export { RecordsPage } from './RecordsPage.tsx';
export {
  changeRows,
  dropHiddenLists,
  type ListPage,
  type ListPages,
  type LoadedList,
  listQuery,
  pageInput,
  type RecordList,
  useListPages,
  type WritableList,
} from './record-list.ts';
