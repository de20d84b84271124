import type { CheckedPeople, PeopleChanges, PeopleColumn } from '@simiente/contract/people/calls';
import type { PeopleKind, PersonColumn } from '@simiente/contract/people/columns';
import { type PersonIssue, readPerson } from '@simiente/contract/people/read-person';
import { mapColumns } from './use-people-import.ts';

interface Reading {
  readonly kind: PeopleKind;
  readonly checked: CheckedPeople;
  readonly columns: readonly PeopleColumn[];
  readonly today: string;
}

export type RowReader = ReturnType<typeof createRowReader>;

/** The imported columns with their headings, and functions that read a row and its edits. */
export function createRowReader({ kind, checked, columns, today }: Reading) {
  const { is1904, sheets } = checked;
  const maxCells = sheets.length > 0 ? undefined : checked.columns.length;
  const mapped: PersonColumn[] = mapColumns(columns).map((column) => ({
    ...column,
    heading: columns[column.index]?.heading ?? '',
  }));
  function findIssues(
    cells: readonly string[],
    edits: PeopleChanges['cells'][string] = {},
    isAccepted = false,
  ): readonly PersonIssue[] {
    // A row may lack its last cells.
    const length = Math.max(cells.length, checked.columns.length);
    const edited = Array.from({ length }, (_, index) => edits[index] ?? cells[index] ?? '');
    const reading = { kind, today, is1904, maxCells, isAccepted };
    const read = readPerson(edited, mapped, reading);
    return 'issues' in read ? read.issues : [];
  }
  /** The cells of a CSV's row beyond its headings, as columns. */
  const findExtraCells = (cells: readonly string[]): PersonColumn[] =>
    cells.flatMap((cell, index) =>
      cell !== '' && index >= (maxCells ?? cells.length)
        ? { index, field: 'note', heading: `Celda ${index + 1}, sin encabezado` }
        : [],
    );
  return { mapped, findIssues, findExtraCells };
}
