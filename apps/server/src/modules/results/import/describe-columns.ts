import { analyteKeys, analyteOf } from '@simiente/contract/results/analytes/catalogue';
import { columnFieldNames, columnFields } from '@simiente/contract/results/columns';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import type { Table } from './parse-table.ts';
import { parseMap, plain } from './read-map.ts';

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** The columns of a table as a map has them, or as their headings suggest; whether it fits is another question. */
export function describeColumns(map: string | null, { headings, rows }: Table): FileColumn[] {
  const wanted = map === null ? guesses : wantedBy(map);
  return headings.flatMap((heading, index): FileColumn[] => {
    // Of two with one name only the first can be read.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MOST_SAMPLES);
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, LONGEST_SAMPLE)),
        ...(wanted.get(plain(heading)) ?? { target: null, unit: null }),
      },
    ];
  });
}

type Wanted = Pick<FileColumn, 'target' | 'unit'>;

function wantedBy(map: string): ReadonlyMap<string, Wanted> {
  return new Map(
    Object.entries(parseMap(map)).map(([heading, wanted]) => [
      plain(heading),
      typeof wanted === 'object' && wanted !== null
        ? { target: wanted.analyte, unit: wanted.unit ?? null }
        : { target: wanted || null, unit: null },
    ]),
  );
}

/** By names and keys; an analyte of one name with a field comes after it. */
const guesses: ReadonlyMap<string, Wanted> = new Map(
  [
    ...analyteKeys
      .filter((key) => !analyteOf(key).isDerived)
      .flatMap((key) => {
        const { label, short } = analyteOf(key);
        return [key, label, ...(short === undefined ? [] : [short])].map((name) => [name, key]);
      }),
    ...columnFields.flatMap((field) => [
      [field, field],
      [columnFieldNames[field], field],
    ]),
    ['idUser', 'patient'],
    ['paciente', 'patient'],
    ['folio', 'folio'],
    ['abstinencia', 'abstinenceDays'],
  ].map(([name = '', target = '']) => [plain(name), { target, unit: null }]),
);
