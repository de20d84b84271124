import { escapeFormula } from '@simiente/contract/format/spreadsheet-text';
import type { PeopleColumn, PeopleReview } from '@simiente/contract/people/calls';
import { personFieldNames } from '@simiente/contract/people/columns';
import { saveBlob } from '../../lib/api/download.ts';

/** A phone number: unlike other texts that begin with a plus sign, it is no formula. */
const PHONE = /^\+[\d ().-]+$/;

const toCell = (text: string) => {
  const plain = PHONE.test(text) ? text : escapeFormula(text);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

export const toCsv = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;

const save = (rows: readonly (readonly string[])[], name: string) =>
  saveBlob(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }), name);

/** Saves an empty template: one row of headings, with the full name instead of its two parts. */
export function saveTemplate(personWord: string): void {
  const { givenName: _given, familyName: _family, ...names } = personFieldNames;
  save([Object.values(names)], `plantilla-${personWord}s.csv`);
}

/** Saves the rejected rows, with the reasons and the original cells. */
export function saveRejected(
  columns: readonly PeopleColumn[],
  problems: PeopleReview['problems'],
): void {
  const rows = problems.map(({ line, cells, issues }) => [
    String(line),
    issues.map(({ field, message }) => `${personFieldNames[field]}: ${message}`).join(' '),
    ...cells,
  ]);
  save(
    [['Fila', 'Problema', ...columns.map(({ heading }) => heading)], ...rows],
    'filas-por-corregir.csv',
  );
}
