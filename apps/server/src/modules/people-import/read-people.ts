import { setImmediate } from 'node:timers/promises';
import { dayIn } from '@simiente/contract/common/days';
import { MOST_PEOPLE_ROWS, type PeopleChanges } from '@simiente/contract/people/calls';
import type { PeopleKind, PersonColumn, PlacedColumn } from '@simiente/contract/people/columns';
import {
  cleanCell,
  type PersonIssue,
  provenSexLetters,
  type ReadPerson,
  readPerson,
} from '@simiente/contract/people/read-person';
import type { Table } from '../../platform/tables/parse-table.ts';
import { readTable } from '../../platform/tables/read-table.ts';
import { completeColumns } from './guess-columns.ts';

export interface PeopleFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly kind: PeopleKind;
  /** Position of the sheet; undefined where it is found. */
  readonly sheet?: number | undefined;
  readonly headingLine?: number | undefined;
  readonly timeZone: string;
}

export interface PersonRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly person: ReadPerson | null;
  readonly issues: readonly PersonIssue[];
}

export const readPeopleTable = ({ bytes, sheet, headingLine }: PeopleFile): Promise<Table> =>
  readTable(bytes, MOST_PEOPLE_ROWS, { sheet, headingLine, hasUnits: false });

/** Rows that are read before other requests get their turn. */
const AT_ONCE = 100;

/** Letters of sex in the file, which the command of a review needs too. */
export function findSexLetters({ rows }: Table, columns: readonly PlacedColumn[]) {
  const indexes = columns.filter(({ field }) => field === 'sex').map(({ index }) => index);
  return provenSexLetters(
    rows.flatMap(({ cells }) => indexes.map((index) => cleanCell(cells[index] ?? ''))),
  );
}

/** The people of a table. Rows that repeat the headings, and those that a user left out, are skipped. */
export async function readPeople(
  table: Table,
  placed: readonly PlacedColumn[],
  { kind, timeZone }: Pick<PeopleFile, 'kind' | 'timeZone'>,
  changes: Pick<PeopleChanges, 'cells' | 'omitted'>,
): Promise<PersonRow[]> {
  const columns: readonly PersonColumn[] = completeColumns(table, placed);
  const omitted = new Set(changes.omitted);
  const reading = {
    kind,
    today: dayIn(timeZone, new Date()),
    is1904: table.is1904,
    sexLetters: findSexLetters(table, columns),
  };
  const isHeading = (cells: readonly string[]) =>
    columns.every(({ index }) => (cells[index] ?? '') === (table.headings[index] ?? ''));
  const people: PersonRow[] = [];
  for (const [number, { line, cells: written }] of table.rows.entries()) {
    if (number % AT_ONCE === 0) await setImmediate();
    if (omitted.has(line) || isHeading(written)) continue;
    const cells = edit(written, changes.cells[line]);
    // A row with values only in other columns, such as a sum below the table, is not a person.
    if (columns.every(({ index }) => cleanCell(cells[index] ?? '') === '')) continue;
    const read = readPerson(cells, columns, reading);
    people.push(
      'person' in read
        ? { line, cells, person: read.person, issues: [] }
        : { line, cells, person: null, issues: read.issues },
    );
  }
  return people;
}

function edit(
  cells: readonly string[],
  edits: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  if (edits === undefined) return cells;
  const edited = [...cells];
  for (const [index, text] of Object.entries(edits)) edited[Number(index)] = text;
  return Array.from(edited, (cell) => cell ?? '');
}
