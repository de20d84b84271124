import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import {
  type AnalyteKey,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { studies } from '@simiente/contract/results/analytes/studies';
import {
  type AnalyteRange,
  type RangePage,
  rangedAnalytes,
} from '@simiente/contract/results/range-calls';
import { cache, invalidate, queries } from '../../../lib/api/client.ts';
import { type ListView, listQuery, pageInput, useListPages } from '../../records/public.ts';
import type { RangesSearch } from './ranges-search.ts';

const rangeList = {
  getRows: (page: RangePage) => page.ranges,
  getId: ({ idRange }: AnalyteRange) => idRange,
};

export function useRanges({ search, text }: ListView<RangesSearch>) {
  const { estado, laboratorio, analito, orden } = search;
  const input = pageInput(
    {
      sort: orden,
      ...(estado && { state: estado }),
      ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
      ...(analito !== undefined && isAnalyteKey(analito) && { analyte: analito }),
    },
    text,
  );
  return useListPages(rangeList, listQuery(queries.analyteRanges.list, input));
}

/** Refetches the list, and marks the defaults of the entry form as stale. */
export function refreshRanges(): void {
  void invalidate(queries.analyteRanges.list.key());
  void cache.invalidateQueries({ queryKey: queries.results.entry.key(), refetchType: 'none' });
}

export const analyteOptions = groupAnalytes(rangedAnalytes);

/** Options of analytes, each in the group of the first study that has it. */
export function groupAnalytes(keys: readonly AnalyteKey[]) {
  const remaining = new Set(keys);
  const toOption = (key: AnalyteKey) => ({ value: key, label: getAnalyte(key).label });
  const grouped = Object.entries(studies).flatMap(([examType, { fields }]) => {
    const items = (fields as readonly AnalyteKey[])
      .filter((key) => remaining.delete(key))
      .map(toOption);
    return items.length === 0 ? [] : [{ group: examTypeLabel(examType), items }];
  });
  const others = [...remaining].map(toOption);
  return others.length === 0 ? grouped : [...grouped, { group: 'Otros', items: others }];
}
