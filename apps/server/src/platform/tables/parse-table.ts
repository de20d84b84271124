import { isUnitText } from '@simiente/contract/results/analytes/read-unit';
import { parseCsv, streamCsvRows } from 'hucre/csv';
import type { SheetFacts } from './read-workbook.ts';
import { ImportError, requireWithinLimits, type TableLimits } from './table-limits.ts';

interface TableRow {
  /** First line in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Number of first rows in which headings are searched. */
const SEARCHED_ROWS = 30;

const filledCells = ({ cells }: TableRow) => cells.filter((cell) => cell !== '');
const hasNumber = (cell: string) => /^[<>≤≥]?=?\s*[-−]?\d[\d.,\s/:-]*$/.test(cell);

/**
 * Divides the rows of a file into titles with few cells, headings, an optional row of units, and data. The titles
 * are dropped.
 */
function findHeadings(rows: readonly TableRow[], { headingLine, hasUnits = true }: TableChoice) {
  const searched = rows.slice(0, SEARCHED_ROWS);
  const widest = Math.max(0, ...searched.map((row) => filledCells(row).length));
  const isHeading = (row: TableRow) =>
    filledCells(row).length * 2 > widest && !filledCells(row).some(hasNumber);
  const index =
    headingLine === undefined
      ? Math.max(0, searched.findIndex(isHeading))
      : rows.findIndex(({ line }) => line === headingLine);
  if (index < 0) throw new ImportError(NO_SUCH_LINE);
  const [upper, lower, ...data] = rows.slice(index);
  const isDivided = hasUnits && data.length > 0 && isLowerHeading(upper, lower);
  const head = isDivided ? joinHeadings(upper, lower) : upper;
  const [second, ...others] = isDivided ? data : rows.slice(index + 1);
  const isUnits = hasUnits && second !== undefined && others.length > 0 && isUnitRow(second);
  return {
    head,
    units: isUnits ? second.cells.map(removeBrackets) : [],
    body: second === undefined ? [] : isUnits ? others : [second, ...others],
  };
}

/** Whether a row continues the headings: it names columns below empty cells, and leaves out others. */
function isLowerHeading({ cells: upper = [] }: Partial<TableRow> = {}, row?: TableRow): boolean {
  const { cells: lower = [] } = row ?? {};
  return (
    !lower.some((cell) => hasNumber(cell) || isUnitText(cell)) &&
    lower.some((cell, index) => cell !== '' && !upper[index]) &&
    upper.some((cell, index) => cell !== '' && !lower[index])
  );
}

function joinHeadings(upper: TableRow | undefined, lower: TableRow | undefined) {
  const [above = [], below = []] = [upper?.cells, lower?.cells];
  const cells = Array.from(
    { length: Math.max(above.length, below.length) },
    (_, index) => below[index] || above[index] || '',
  );
  return { line: upper?.line ?? 1, cells };
}

const NO_SUCH_LINE = 'El archivo no tiene esa fila de encabezados. Elige otra.';

const removeBrackets = (cell: string) => cell.replace(/^[([](.*)[)\]]$/, '$1');

function isUnitRow(row: TableRow): boolean {
  const cells = filledCells(row).map(removeBrackets);
  const units = cells.filter(isUnitText);
  // A row of results has a patient or folio, and thus digits.
  if (!cells.some((cell) => /\d/.test(cell))) return true;
  return units.length * 2 >= cells.length && !cells.some(hasNumber);
}

export interface Table extends SheetFacts {
  readonly headings: readonly string[];
  /** The units in a row below the headings, by column; empty without such a row. */
  readonly units: readonly string[];
  readonly rows: readonly TableRow[];
  readonly headingLine: number;
  /** First rows of the file, including titles and headings. */
  readonly firstRows: readonly TableRow[];
}

export interface TableChoice {
  /** Line of the headings that a user chose; detected if absent. */
  readonly headingLine?: number | undefined;
  /** Position of a workbook's sheet that a user chose; by default the first one with a table. */
  readonly sheet?: number | undefined;
  /** Whether a row below the headings may have units. */
  readonly hasUnits?: boolean;
}

const BINARY =
  'El archivo no es un CSV de texto ni un XLSX. Guárdalo como «CSV UTF-8» y vuelve a intentarlo.';
const OLD_WORKBOOK =
  'El archivo es de un Excel antiguo o tiene contraseña. Guárdalo como XLSX sin contraseña, o como «CSV UTF-8».';

const WESTERN = new TextDecoder('windows-1252');

/** Upper half of code page 850, in which Excel writes 'CSV (MS-DOS)'. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Decodes what Excel writes in Spanish: Windows-1252, or the sets of 'CSV (Macintosh)' and 'CSV (MS-DOS)'. */
function decodeExcel(bytes: Uint8Array): string {
  const text = WESTERN.decode(bytes);
  if (/[áíóúñ]/.test(text)) return text;
  if (/[a-z](?:[‡Žœ]|[–—][a-z])/i.test(text)) return new TextDecoder('macintosh').decode(bytes);
  if (!/[a-z](?:‚|[¡-¥][a-z])/i.test(text)) return text;
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00ff]/g, (byte) => DOS.charAt(byte.charCodeAt(0) - 0x80));
}

/** Decodes UTF-8 and UTF-16 with or without a byte order mark, otherwise an encoding of Excel. */
function decode(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (second === 0 && third !== 0);
  if (isLittle) return new TextDecoder('utf-16le').decode(bytes);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isBig) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeExcel(bytes);
  }
}

/** Characters of the bytes 80 to BF in Windows-1252. */
const CONTINUATION = WESTERN.decode(Uint8Array.from({ length: 64 }, (_, index) => 0x80 + index));
/** UTF-8 that a program read as Windows-1252, such as 'JosÃ©'. */
const MISREAD = new RegExp(`[ÂÃ][${CONTINUATION}]|â[${CONTINUATION}]{2}|ï»¿`, 'g');

function toByte(character: string): number {
  const index = CONTINUATION.indexOf(character);
  return index < 0 ? character.charCodeAt(0) : 0x80 + index;
}

/** Removes spaces around a cell, and quotes that the parser missed because of a space. Repairs misread UTF-8. */
const cleanCell = (cell: string) =>
  cell
    .replaceAll(MISREAD, (characters) => Buffer.from([...characters].map(toByte)).toString())
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();

const DELIMITERS = [';', ',', '\t', '|'] as const;

/** Characters from which the delimiter is detected. */
const DETECTION_LENGTH = 65_536;

/**
 * The delimiter that splits most of the first lines into equally many cells; any delimiter for a file with one column.
 */
function detectDelimiter(text: string): string {
  const head = text.slice(0, DETECTION_LENGTH);
  const score = (delimiter: string) => {
    const counts = parseCsv(head, { delimiter, maxRows: 30 }).map(({ length }) => length);
    const equal = [...Map.groupBy(counts, (count) => count)];
    return Math.max(0, ...equal.map(([count, rows]) => (count > 1 ? count * rows.length : 0)));
  };
  return DELIMITERS.toSorted((one, other) => score(other) - score(one))[0] ?? ';';
}

/** Signature of Excel files until 2003, and of encrypted ones. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** Signature of a ZIP archive. */
const WORKBOOK = Buffer.from('PK\u0003\u0004');

/**
 * The rows of a sheet of an XLSX workbook, or of a CSV file: `;`, `,`, `|` or tabs, quoted fields, any line ends,
 * with or without a byte order mark. Empty rows are skipped.
 * @throws ImportError for another kind of file, a file without rows, or one above the limits
 */
export async function parseTable(
  bytes: Buffer,
  limits: TableLimits,
  choice: TableChoice = {},
): Promise<Table> {
  if (COMPOUND.equals(bytes.subarray(0, COMPOUND.length))) throw new ImportError(OLD_WORKBOOK);
  const { rows, ...file } = WORKBOOK.equals(bytes.subarray(0, WORKBOOK.length))
    ? await readSheet(bytes, limits, choice.sheet)
    : { rows: readCsv(bytes, limits), sheets: [], sheet: 0, unread: [], hidden: [], is1904: null };
  const { head, units, body } = findHeadings(rows, choice);
  if (head === undefined) throw new ImportError('El archivo está vacío.');
  if (body.length === 0) throw new ImportError('El archivo solo tiene encabezados.');
  const cells = rows.map((row) => row.cells);
  requireWithinLimits(
    {
      rows: body.length,
      columns: cells.reduce((max, { length }) => Math.max(max, length), 0),
      cells: cells.reduce((sum, { length }) => sum + length, 0),
      text: cells.flat().reduce((sum, { length }) => sum + length, 0),
    },
    limits,
  );
  const headings = head.cells.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  const firstRows = rows.slice(0, SEARCHED_ROWS);
  return { headings, units, rows: body, headingLine: head.line, firstRows, ...file };
}

async function readSheet(bytes: Buffer, limits: TableLimits, sheet: number | undefined) {
  // Loading this code takes a third of the time of the process, and a CSV does not need it.
  const { readWorkbook } = await import('./read-workbook.ts');
  const { cells, ...workbook } = await readWorkbook(bytes, limits, sheet);
  const rows = cells.map((row, index) => ({ line: index + 1, cells: row.map(cleanCell) }));
  return { rows: rows.filter((row) => isFilled(row.cells)), ...workbook };
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** The beginning of PDF, RTF, PNG, and of web pages and XML that programs save as '.xls'. */
const OTHER_START = /^(?:%PDF|\{\\rtf|.PNG|\s*<[!?a-z])/i;
const CONTROLS = /[^\P{Cc}\t\n\r\x80-\x9f]/gu;
/** A file with fewer characters per control character is compressed or binary. */
const MIN_TEXT_RATIO = 10;

/** The line that sets the delimiter for Excel, such as 'sep=;'. */
const SEPARATOR_LINE = /^\uFEFF?(?:sep=(.)\r?\n)?([\s\S]*)$/i;

function readCsv(bytes: Uint8Array, limits: TableLimits): TableRow[] {
  const [, separator, content = ''] = SEPARATOR_LINE.exec(decode(bytes)) ?? [];
  const controls = content.match(CONTROLS)?.length ?? 0;
  if (OTHER_START.test(content) || controls * MIN_TEXT_RATIO > content.length) {
    throw new ImportError(BINARY);
  }
  const text = content.replaceAll('\0', ' ');
  const rows: TableRow[] = [];
  let line = separator === undefined ? 1 : 2;
  const delimiter = separator ?? detectDelimiter(text);
  for (const cells of streamCsvRows(text, { delimiter })) {
    const texts = cells.map((cell) => String(cell ?? ''));
    if (isFilled(texts)) {
      // Stops early; titles, headings and units are not data.
      const data = rows.length - SEARCHED_ROWS - 2;
      requireWithinLimits({ rows: data, columns: texts.length }, limits);
      rows.push({ line, cells: texts.map(cleanCell) });
    }
    // A quoted cell may contain line breaks.
    line += 1 + texts.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const last = rows.at(-1);
  if (last?.cells.at(-1)?.includes('\n') && !text.trimEnd().endsWith('"')) {
    throw new ImportError(`Faltan las comillas que cierran una celda de la fila ${last.line}.`);
  }
  return rows;
}
