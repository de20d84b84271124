import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDelete } from '../../ui/page/ConfirmDelete.tsx';
import { SelectionBar } from '../../ui/page/SelectionBar.tsx';
import { LARGEST_SELECTION } from './largest-selection.ts';
import type { ListPage, RecordList } from './record-list.ts';
import { SelectEverything } from './SelectEverything.tsx';
import { useDeleteRecords } from './use-delete-records.ts';
import type { LoadedList } from './use-list-pages.ts';

interface RecordSelectionProps<Page extends ListPage, Row> {
  list: RecordList<Page, Row>;
  loaded: LoadedList<Page, Row>;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onClear: () => void;
  /** A record's name in the question, and what tells it from others of that name. */
  describe: (row: Row) => { readonly name: string; readonly detail?: string };
  /** What else is done with those that are selected. */
  tools?: (chosen: readonly Row[]) => ReactNode;
}

/** The floating bar over a list, and the question before anything is deleted. */
export function RecordSelection<Page extends ListPage, Row>(
  props: RecordSelectionProps<Page, Row>,
) {
  const { list, loaded, selected, onSelect, onClear, describe, tools } = props;
  const [asking, question] = useDisclosure(false);
  const deletion = useDeleteRecords(list);
  // What is no longer in the list is not deleted unseen.
  const chosen = loaded.rows
    .filter((row) => selected.has(list.idOf(row)))
    .slice(0, LARGEST_SELECTION);
  const ids = chosen.map((row) => list.idOf(row));

  function confirm() {
    question.close();
    deletion.mutate({ ids, key: crypto.randomUUID() });
    onClear();
  }

  return (
    <>
      <SelectionBar
        count={ids.length}
        onDelete={question.open}
        onClear={onClear}
        tools={tools?.(chosen)}
        extra={
          <SelectEverything list={list} loaded={loaded} selected={selected} onSelect={onSelect} />
        }
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
