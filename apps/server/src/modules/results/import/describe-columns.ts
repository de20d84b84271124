import { provenOrder } from '@simiente/contract/common/read-date';
import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { guessHeading, headingUnit } from './headings.ts';
import { isDateField, parseMap, plain, withUnit } from './read-map.ts';

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** The columns of a table from a map, or guessed from their headings. The fit of the map is not checked here. */
export function describeColumns(
  map: string | null,
  { headings, units, rows }: Table,
): FileColumn[] {
  const wanted =
    map === null
      ? null
      : new Map(
          Object.entries(parseMap(map).columns).map(([heading, one]) => [plain(heading), one]),
        );
  const guessed = new Set<string>();
  return headings.flatMap((heading, index): FileColumn[] => {
    // Only the first of two columns with the same name can be read.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MOST_SAMPLES);
    const { target, unit, order } = wanted?.get(plain(heading)) ?? {
      target: wanted === null ? guessHeading(heading) : null,
      unit: null,
      order: null,
    };
    const isTaken = wanted === null && target !== null && guessed.has(target);
    if (target !== null) guessed.add(target);
    const read =
      unit === null && target !== null && isAnalyteKey(target)
        ? headingUnit(withUnit(heading, units[index] ?? ''), target)
        : null;
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, LONGEST_SAMPLE)),
        target: isTaken ? null : target,
        unit: read !== null && 'unit' in read ? read.unit : unit,
        unknownUnit: read !== null && 'unknown' in read ? read.unknown : null,
        order,
        asksOrder: isDateField(target) && provenOrder(cells) === null,
      },
    ];
  });
}
