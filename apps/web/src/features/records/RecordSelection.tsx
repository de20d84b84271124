import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { SelectionBar, SelectionBarAction, SelectionBarTool } from '../../ui/list/SelectionBar.tsx';
import { useMay } from '../session/public.ts';
import { DeletionQuestion, useDeleteRecords } from './DeleteRecord.tsx';
import type { Selection } from './ListTable.tsx';
import type { ListPage, LoadedList, RecordList } from './record-list.ts';

/** Maximum of records in one deletion, and therefore of selected rows. */
const MAX_SELECTION_SIZE = 1000;

interface ListSelectionProps<Page extends ListPage, Row> {
  list: RecordList<Page, Row>;
  loaded: LoadedList<Page, Row>;
  selection: Selection;
}

interface RecordSelectionProps<Page extends ListPage, Row> extends ListSelectionProps<Page, Row> {
  /** A record's name in the question, and a detail that distinguishes it from namesakes. */
  describe: (row: Row) => { readonly name: string; readonly detail?: string };
  tools?: (chosen: readonly Row[]) => ReactNode;
}

/** The selection bar of a list, and the confirmation of deletions. */
export function RecordSelection<Page extends ListPage, Row>(
  props: RecordSelectionProps<Page, Row>,
) {
  const { list, loaded, selection, describe, tools } = props;
  const [isAsking, question] = useDisclosure(false);
  const deletion = useDeleteRecords(list, selection.remove);
  const chosen = chosenRows(props);
  const [first] = chosen;
  const ids = chosen.map((row) => list.getId(row));
  const may = useMay();
  const mayDelete = may('trash.putMany') || (ids.length === 1 && may('trash.put'));

  function confirm() {
    question.close();
    deletion.mutate({ ids, name: first ? describe(first).name : '', key: crypto.randomUUID() });
  }

  return (
    <>
      <SelectionBar
        count={ids.length}
        {...(mayDelete && { onDelete: question.open })}
        onClear={selection.clear}
        tools={tools?.(chosen)}
        extra={<SelectEverything list={list} loaded={loaded} selection={selection} />}
      />
      <DeletionQuestion
        opened={isAsking}
        count={ids.length}
        candidates={chosen.map((row) => ({ id: list.getId(row), ...describe(row) }))}
        onCancel={question.close}
        onConfirm={() => confirm()}
      />
    </>
  );
}

interface EditToolProps<Row> {
  chosen: readonly Row[];
  onEdit: (row: Row) => void;
}

/** 'Editar' in the selection bar, for a single selected row. */
export function EditTool<Row>({ chosen, onEdit }: EditToolProps<Row>) {
  const [only] = chosen;
  if (only === undefined || chosen.length > 1) return null;
  return (
    <SelectionBarTool icon={IconPencil} onClick={() => onEdit(only)}>
      Editar
    </SelectionBarTool>
  );
}

/** The selected rows that are still in the list, because an action must not change rows that the user cannot see. */
export function chosenRows<Page extends ListPage, Row>({
  list,
  loaded,
  selection,
}: ListSelectionProps<Page, Row>): readonly Row[] {
  return loaded.rows
    .filter((row) => selection.selected.has(list.getId(row)))
    .slice(0, MAX_SELECTION_SIZE);
}

/** Loads and selects all rows of a list, up to the maximum. Shown once all loaded rows are selected and more follow. */
export function SelectEverything<Page extends ListPage, Row>({
  list,
  loaded: { query, rows, total, totalIsCapped },
  selection: { selected, select },
}: ListSelectionProps<Page, Row>) {
  const [loading, setLoading] = useState(false);
  const isEveryRowSelected = rows.length > 0 && rows.every((row) => selected.has(list.getId(row)));
  if (!isEveryRowSelected || !query.hasNextPage || rows.length >= MAX_SELECTION_SIZE) return null;

  async function loadAndSelect() {
    setLoading(true);
    let loadedRows = rows;
    let canLoad = true;
    while (canLoad && loadedRows.length < MAX_SELECTION_SIZE) {
      const { data, hasNextPage, isError } = await query.fetchNextPage();
      loadedRows = data?.pages.flatMap((page) => list.getRows(page.data)) ?? loadedRows;
      canLoad = hasNextPage && !isError;
    }
    select(new Set(loadedRows.slice(0, MAX_SELECTION_SIZE).map((row) => list.getId(row))));
    setLoading(false);
  }

  return (
    <SelectionBarAction onClick={() => !loading && void loadAndSelect()}>
      {loading ? 'Cargando...' : `Seleccionar ${describeAll(total, totalIsCapped)} resultados`}
    </SelectionBarAction>
  );
}

function describeAll(total: number | undefined, isCapped: boolean): string {
  const limit = formatCount(Math.min(total ?? MAX_SELECTION_SIZE, MAX_SELECTION_SIZE));
  // The total is not counted, or not loaded yet.
  if (total === undefined) return `hasta ${limit}`;
  return total > MAX_SELECTION_SIZE || isCapped ? `los primeros ${limit}` : `los ${limit}`;
}
