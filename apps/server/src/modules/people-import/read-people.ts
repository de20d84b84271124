import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { dayIn } from '@simiente/contract/common/days';
import {
  findProvenOrder,
  findUnclearOrder,
  findUnclearYear,
} from '@simiente/contract/common/read-date';
import {
  MAX_PEOPLE_ROWS,
  type PeopleChanges,
  type PeopleColumn,
} from '@simiente/contract/people/calls';
import { listValues } from '@simiente/contract/people/cell-words';
import {
  columnMap,
  foldWords,
  isDateField,
  type MappedColumn,
  type PeopleKind,
  type PersonColumn,
  personFieldNames,
} from '@simiente/contract/people/columns';
import {
  cleanCell,
  type PersonIssue,
  type ReadPerson,
  readPerson,
} from '@simiente/contract/people/read-person';
import type { Table } from '../../platform/tables/parse-table.ts';
import { readTable } from '../../platform/tables/read-table.ts';
import { ImportError, parseColumnMap } from '../../platform/tables/table-limits.ts';
import {
  columnCells,
  GUESSED_FROM,
  guessColumns,
  isPersonHeading,
  joinHeadings,
  looksLikePerson,
} from './guess-columns.ts';

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 200;

/** The columns of a table, with examples of unclear dates about whose order or century the user must decide. */
export async function describeColumns(
  { headings, rows }: Table,
  columns: readonly MappedColumn[],
  { kind, timeZone }: Pick<PeopleFile, 'kind' | 'timeZone'>,
): Promise<PeopleColumn[]> {
  const today = dayIn(timeZone, new Date());
  return mapYielding(headings, (heading, index) => {
    const cells = columnCells(rows, index).filter(Boolean);
    const column = columns.find((mapping) => mapping.index === index);
    const field = column?.field ?? null;
    const proven = findOrder(heading, cells);
    const order = column?.order ?? proven ?? findOrder('', [...dateCells(rows, columns), ...cells]);
    const texts = cells.map((cell) => cell.slice(0, MAX_VALUE_LENGTH));
    const unclearOrder = proven === null ? (findUnclearOrder(cells) ?? cells[0]) : undefined;
    return {
      index,
      heading,
      samples: [...new Set(cells.slice(0, GUESSED_FROM))]
        .slice(0, MAX_SAMPLES)
        .map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)),
      field,
      order,
      century: column?.century ?? null,
      asksOrder: unclearOrder?.slice(0, MAX_SAMPLE_LENGTH) ?? null,
      asksCentury: findUnclearYear(cells, today)?.slice(0, MAX_SAMPLE_LENGTH) ?? null,
      values: listValues(field, texts, kind)
        .slice(0, MAX_VALUES)
        .map(({ text, value }) => ({ text, value: String(column?.values?.[text] || value) })),
    };
  });
}

/** The order of day and month: proven by the cells, or else stated by a heading such as 'Fecha (dd/mm/aaaa)'. */
function findOrder(heading: string, cells: readonly string[]) {
  const proven = findProvenOrder(cells);
  if (proven !== null) return `${proven}-first` as const;
  const [, first] = /\b(d|m)(?:d|m|[ií]a|es)?[/.-](?:dd?|mm?|mes|d[ií]a)\b/i.exec(heading) ?? [];
  return first === undefined ? null : first.toLowerCase() === 'd' ? 'day-first' : 'month-first';
}

/**
 * The dates of a table, which together may prove the order that one column leaves open. A time shows that a program
 * wrote a date, perhaps in another order than people.
 */
const dateCells = (rows: Table['rows'], columns: readonly MappedColumn[]) =>
  columns
    .flatMap(({ index, field }) => (isDateField(field) ? columnCells(rows, index) : []))
    .filter((cell) => !cell.includes(':'));

/** Maps values one at a time, and yields to the event loop before each. */
async function mapYielding<Value, Result>(
  values: readonly Value[],
  map: (value: Value, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    await setImmediate();
    results.push(map(value, index));
  }
  return results;
}

/** Adds to columns their headings, and what the user left open: the order of day and month, and the meaning of values. */
function completeColumns(
  { headings, rows }: Table,
  columns: readonly MappedColumn[],
  kind: PeopleKind,
): Promise<PersonColumn[]> {
  return mapYielding(columns, (column) => {
    const { index, field } = column;
    const heading = headings[index] || `Columna ${index + 1}`;
    const cells = columnCells(rows, index);
    const findProven = () =>
      findOrder(heading, cells) ?? findOrder('', [...dateCells(rows, columns), ...cells]);
    const order = column.order ?? (isDateField(field) ? findProven() : null) ?? undefined;
    const proven = listValues(field, cells, kind).filter(({ value }) => value !== '');
    const values = Object.fromEntries(proven.map(({ text, value }) => [text, value]));
    return { ...column, heading, order, values: { ...values, ...column.values } };
  });
}

/**
 * The columns of a table by a map of headings (JSON). Columns with the same heading have the same meaning.
 * @throws ImportError for an invalid map, a map that does not match the table, and dates in an unclear order
 */
export function readColumnMap(json: string, { headings, rows }: Table): MappedColumn[] {
  const columns = Object.entries(parseMap(json)).flatMap(([heading, meaning]): MappedColumn[] => {
    if (meaning === null || meaning === '') return [];
    const foldedHeading = foldWords(heading);
    const indexes = headings.flatMap((text, index) =>
      foldWords(text) === foldedHeading ? [index] : [],
    );
    if (indexes.length === 0) {
      const headingList = headings.filter(Boolean).join(', ');
      throw new ImportError(
        `La columna «${heading}» no está en el archivo. El archivo tiene: ${headingList}.`,
      );
    }
    const column = typeof meaning === 'string' ? { field: meaning } : meaning;
    return indexes.map((index) => ({ index, ...column }));
  });
  if (!columns.some(({ field }) => /name$/i.test(field))) {
    throw new ImportError('El mapa no indica qué columna es el nombre («name»).');
  }
  for (const { index, field, order } of columns) {
    if (!isDateField(field) || order !== undefined) continue;
    if (findOrder(headings[index] ?? '', columnCells(rows, index)) !== null) continue;
    if (findOrder('', dateCells(rows, columns)) !== null) continue;
    throw new ImportError(
      `Columna «${headings[index]}»: las fechas no indican si va primero el día o el mes. Indica el orden: {"field": "${field}", "order": "day-first"} o "month-first".`,
    );
  }
  return columns.toSorted((a, b) => a.index - b.index);
}

/** Whether a row has all headings of a map (JSON). */
export function hasMapHeadings(json: string, cells: readonly string[]): boolean {
  const headings = new Set(cells.map(foldWords));
  return Object.keys(parseMap(json)).every((heading) => headings.has(foldWords(heading)));
}

const HINT = `cada encabezado lleva un campo (${Object.keys(personFieldNames).join(', ')}), o {"field": …, "order": "day-first" o "month-first"}`;
const parseMap = (json: string) => parseColumnMap(json, columnMap, HINT);

export interface PeopleFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly kind: PeopleKind;
  /** Position of the sheet; undefined chooses the sheet with people. */
  readonly sheet?: number | undefined;
  readonly headingLine?: number | undefined;
  readonly timeZone: string;
}

export interface PersonRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly person: ReadPerson | null;
  readonly issues: readonly PersonIssue[];
  /** SHA-256 of the person, by which another import recognises the row. */
  readonly digest: string;
}

/** Maximum number of further sheets in which people are searched. */
const SEARCHED_SHEETS = 5;

/** Reads the chosen sheet, or the first one with names and contact data, rather than a list of prices. */
async function readSheet({ bytes, kind, sheet, headingLine }: PeopleFile): Promise<Table> {
  const read = (sheet?: number) =>
    readTable(bytes, MAX_PEOPLE_ROWS, { sheet, headingLine, hasUnits: false });
  const hasPeople = (table: Table) => {
    const fields = new Set(guessColumns(table, kind).map(({ field }) => field));
    return fields.has('phone') || fields.has('email') || fields.has('birthDate');
  };
  const first = await read(sheet);
  if (sheet !== undefined || hasPeople(first)) return first;
  for (const name of first.unread.slice(0, SEARCHED_SHEETS)) {
    const other = await read(first.sheets.indexOf(name)).catch(() => first);
    if (hasPeople(other)) return other;
  }
  return first;
}

export async function readPeopleTable(file: PeopleFile): Promise<Table> {
  const table = joinHeadings(await readSheet(file));
  if (table.headings.some(looksLikePerson)) throw new ImportError(NO_HEADINGS);
  const isHeading = ({ cells }: Table['rows'][number]) => isPersonHeading(cells[0] ?? '');
  if (table.rows.filter(isHeading).length * 2 > table.rows.length) {
    throw new ImportError(TRANSPOSED);
  }
  return table;
}

const TRANSPOSED =
  'Cada persona está en una columna. En Excel, copia la tabla y pégala con «Pegado especial», «Transponer».';
const NO_HEADINGS =
  'La primera fila parece una persona. Agrega arriba una fila con los encabezados (Nombre, Teléfono…).';

/** Number of rows that are read before the event loop runs other work. */
const AT_ONCE = 100;

/** The people of a table. Rows that repeat the headings, that a user left out, or that are empty are skipped. */
export async function readPeople(
  table: Table,
  mapping: readonly MappedColumn[],
  { kind, timeZone }: Pick<PeopleFile, 'kind' | 'timeZone'>,
  changes: Pick<PeopleChanges, 'cells' | 'omitted' | 'accepted'>,
): Promise<PersonRow[]> {
  const columns = await completeColumns(table, mapping, kind);
  const omitted = new Set(changes.omitted);
  const accepted = new Set(changes.accepted);
  const reading = {
    kind,
    today: dayIn(timeZone, new Date()),
    is1904: table.is1904,
    maxCells: table.sheets.length > 0 ? undefined : table.headings.length,
  };
  const isHeading = (cells: readonly string[]) =>
    columns.every(({ index }) => (cells[index] ?? '') === (table.headings[index] ?? ''));
  const people: PersonRow[] = [];
  for (const [number, { line, cells: originalCells }] of table.rows.entries()) {
    if (number % AT_ONCE === 0) await setImmediate();
    if (omitted.has(line) || isHeading(originalCells)) continue;
    const cells = applyEdits(originalCells, changes.cells[line]);
    // A row with values only in other columns, such as a sum below the table, is not a person.
    if (columns.every(({ index }) => cleanCell(cells[index] ?? '') === '')) continue;
    const read = readPerson(cells, columns, { ...reading, isAccepted: accepted.has(line) });
    const row = { person: null, issues: [], ...read };
    const digest = createHash('sha256').update(JSON.stringify([kind, row.person]));
    people.push({ line, cells, ...row, digest: digest.digest('base64url') });
  }
  return people;
}

function applyEdits(
  cells: readonly string[],
  edits: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  if (edits === undefined) return cells;
  const edited = [...cells];
  for (const [index, text] of Object.entries(edits)) edited[Number(index)] = text;
  return Array.from(edited, (cell) => cell ?? '');
}
