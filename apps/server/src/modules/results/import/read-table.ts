import { parseCsv } from 'hucre/csv';
import { ImportRefused } from './refusal.ts';

export interface TableRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
  /** What stands between its fields. */
  readonly delimiter: string;
}

const BINARY = 'El archivo no es un CSV de texto. Guárdalo como «CSV UTF-8» y vuelve a intentarlo.';

/** UTF-8 with or without a mark, UTF-16 with one, or else what a Western Excel writes. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Without spaces around it, nor quotes that a space kept from being read as such. */
const cleaned = (cell: string) =>
  cell
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();

const DELIMITERS = [';', ',', '\t'] as const;

/** The one that divides the headings most often; of a file with one column, whichever. */
function delimiterOf(text: string): string {
  const fields = (delimiter: string) => parseCsv(text, { delimiter, maxRows: 1 })[0]?.length ?? 0;
  return DELIMITERS.toSorted((one, other) => fields(other) - fields(one))[0] ?? ';';
}

/**
 * The rows of a CSV file: `;`, `,` or tabs, quoted fields, any line ends, with or without a mark. Empty lines are
 * none.
 * @throws ImportRefused for what is no text, or has no rows
 */
export function readTable(bytes: Uint8Array): Table {
  const text = decode(bytes);
  if (text.includes('\0')) throw new ImportRefused(BINARY);
  const rows: TableRow[] = [];
  let line = 1;
  const delimiter = delimiterOf(text);
  for (const cells of parseCsv(text, { delimiter })) {
    const texts = cells.map((cell) => String(cell ?? ''));
    if (texts.some((cell) => cell.trim() !== '')) {
      rows.push({ line, cells: texts.map(cleaned) });
    }
    // A quoted cell may have lines of its own.
    line += 1 + texts.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const [head, ...body] = rows;
  if (head === undefined) throw new ImportRefused('El archivo está vacío.');
  if (body.length === 0) throw new ImportRefused('El archivo solo tiene encabezados.');
  const headings = head.cells.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  return { headings, rows: body, delimiter };
}
