import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { SelectionBar, SelectionBarAction } from '../../ui/list/SelectionBar.tsx';
import { ConfirmDelete } from '../../ui/questions/ConfirmDelete.tsx';
import { useDeleteRecords } from './delete-records.ts';
import type { Selection } from './ListTable.tsx';
import type { ListPage, RecordList } from './record-list.ts';
import type { LoadedList } from './use-list-pages.ts';

/** The most that one deletion takes, and so the most that may be selected at once. */
const LARGEST_SELECTION = 1000;

interface ListSelectionProps<Page extends ListPage, Row> {
  list: RecordList<Page, Row>;
  loaded: LoadedList<Page, Row>;
  selection: Selection;
}

interface RecordSelectionProps<Page extends ListPage, Row> extends ListSelectionProps<Page, Row> {
  /** A record's name in the question, and what tells it from others of that name. */
  describe: (row: Row) => { readonly name: string; readonly detail?: string };
  /** What else can be done with the selected rows. */
  tools?: (chosen: readonly Row[]) => ReactNode;
}

/** The floating bar over a list, and the question before anything is deleted. */
export function RecordSelection<Page extends ListPage, Row>(
  props: RecordSelectionProps<Page, Row>,
) {
  const { list, loaded, selection, describe, tools } = props;
  const [asking, question] = useDisclosure(false);
  const deletion = useDeleteRecords(list);
  const chosen = chosenRows(props);
  const ids = chosen.map((row) => list.idOf(row));

  function confirm() {
    question.close();
    deletion.mutate({ ids, key: crypto.randomUUID() });
    selection.clear();
  }

  return (
    <>
      <SelectionBar
        count={ids.length}
        onDelete={question.open}
        onClear={selection.clear}
        tools={tools?.(chosen)}
        extra={<SelectEverything list={list} loaded={loaded} selection={selection} />}
      />
      <ConfirmDelete
        opened={asking}
        count={ids.length}
        candidates={chosen.map((row) => ({ id: list.idOf(row), ...describe(row) }))}
        onCancel={question.close}
        onConfirm={confirm}
      />
    </>
  );
}

/** The selected rows that are still in the list: nothing is changed that is not seen. */
export function chosenRows<Page extends ListPage, Row>({
  list,
  loaded,
  selection,
}: ListSelectionProps<Page, Row>): readonly Row[] {
  return loaded.rows
    .filter((row) => selection.selected.has(list.idOf(row)))
    .slice(0, LARGEST_SELECTION);
}

/** Offered once all loaded rows are selected and there are more: loads them, up to a deletion's most. */
export function SelectEverything<Page extends ListPage, Row>({
  list,
  loaded: { query, rows, total = 0, totalIsCapped },
  selection: { selected, select },
}: ListSelectionProps<Page, Row>) {
  const [loading, setLoading] = useState(false);
  const isEveryRowSelected = rows.length > 0 && rows.every((row) => selected.has(list.idOf(row)));
  if (!isEveryRowSelected || !query.hasNextPage || rows.length >= LARGEST_SELECTION) return null;

  async function loadAndSelect() {
    setLoading(true);
    let found = rows;
    let more = true;
    while (more && found.length < LARGEST_SELECTION) {
      const { data, hasNextPage, isError } = await query.fetchNextPage();
      found = data?.pages.flatMap((page) => list.rowsOf(page.data)) ?? found;
      more = hasNextPage && !isError;
    }
    select(new Set(found.slice(0, LARGEST_SELECTION).map((row) => list.idOf(row))));
    setLoading(false);
  }

  const figure = formatCount(Math.min(total, LARGEST_SELECTION));
  const label =
    total > LARGEST_SELECTION || totalIsCapped
      ? `Seleccionar los primeros ${figure} resultados`
      : `Seleccionar los ${figure} resultados`;
  return (
    <SelectionBarAction onClick={() => !loading && void loadAndSelect()}>
      {loading ? 'Cargando...' : label}
    </SelectionBarAction>
  );
}
