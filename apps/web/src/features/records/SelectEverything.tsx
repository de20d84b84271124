import { useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { SelectionBarAction } from '../../ui/page/SelectionBar.tsx';
import { LARGEST_SELECTION } from './largest-selection.ts';
import type { ListPage, RecordList } from './record-list.ts';
import type { LoadedList } from './use-list-pages.ts';

interface SelectEverythingProps<Page extends ListPage, Row> {
  list: RecordList<Page, Row>;
  loaded: LoadedList<Page, Row>;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** Offered once all loaded rows are selected and there are more: loads them, up to a deletion's most. */
export function SelectEverything<Page extends ListPage, Row>({
  list,
  loaded: { query, rows, total = 0, totalIsCapped },
  selected,
  onSelect,
}: SelectEverythingProps<Page, Row>) {
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
    onSelect(new Set(found.slice(0, LARGEST_SELECTION).map((row) => list.idOf(row))));
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
