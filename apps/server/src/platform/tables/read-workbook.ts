import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { multiply, readDecimal } from '@simiente/contract/results/decimal';
import type { Cell, CellValue, Sheet } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { ImportError, requireWithinLimits, type TableLimits } from './table-limits.ts';

/** Maximum decompressed bytes of a workbook. */
const MAX_UNPACKED = 48 * 1024 * 1024;
/** Maximum rows of a sheet, including formatted ones without a value. */
const MAX_ROWS = 100_000;
/** Maximum cells of a sheet, including empty ones. */
const MAX_CELLS = 2_000_000;

const DAMAGED =
  'El archivo XLSX está dañado o protegido con contraseña. Guárdalo de nuevo, sin contraseña.';
const OTHER_KIND =
  'El archivo no es un XLSX. Ábrelo en tu hoja de cálculo y guárdalo como XLSX, o como «CSV UTF-8».';
const TOO_LARGE = 'El archivo XLSX es demasiado grande. Divídelo, o guárdalo como «CSV UTF-8».';

/** Facts about the sheet of a workbook that was read; empty for a CSV file. */
export interface SheetFacts {
  /** Names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Position of the sheet among the visible ones. */
  readonly sheet: number;
  /** Names of the other visible sheets with a table. */
  readonly unread: readonly string[];
  /** Lines of the sheet's hidden rows, counted from 1. */
  readonly hidden: readonly number[];
  /** Whether bare numbers count days from 1904; null for a CSV, where they are not dates. */
  readonly is1904: boolean | null;
}

/**
 * The cells of a sheet of an XLSX workbook as texts: numbers and percentages with 15 digits, as in Excel; dates and
 * times without a zone.
 * @param wanted position among the visible sheets; by default the first one with a table
 * @throws ImportError for a workbook that cannot be read, or is larger than the limits
 */
export async function readWorkbook(
  bytes: Buffer,
  limits: TableLimits,
  wanted?: number,
): Promise<SheetFacts & { readonly cells: string[][] }> {
  try {
    const parts = await unpackZip(bytes, MAX_UNPACKED);
    for (const part of parts.values()) requireSmallSheet(part.toString('latin1'), limits);
    if (!parts.keys().some((name) => name.startsWith('xl/'))) throw new ImportError(OTHER_KIND);
    const names: string[] = [];
    const { sheets, dateSystem } = await readXlsx(await repack(parts), {
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        return names.push(name) > 0;
      },
      readStyles: true,
      maxRows: MAX_ROWS,
    });
    const index = wanted ?? Math.max(0, sheets.findIndex(hasTable));
    const sheet = sheets[index];
    if (sheet === undefined) throw new Error('The workbook has no such sheet');
    const is1904 = dateSystem === '1904';
    const unread = names.filter((_, other) => other !== index && hasTable(sheets[other] ?? sheet));
    const hidden = [...(sheet.rowDefs ?? [])].flatMap(([row, def]) => (def.hidden ? row + 1 : []));
    return { cells: toTexts(sheet), sheet: index, sheets: names, unread, hidden, is1904 };
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    const reason = cause instanceof RangeError ? TOO_LARGE : DAMAGED;
    throw Object.assign(new ImportError(reason), { cause });
  }
}

/** Whether at least two rows of a sheet have several cells. */
function hasTable({ rows }: Sheet): boolean {
  const isWide = (row: readonly CellValue[]) =>
    row.filter((value) => value !== null && value !== '').length > 1;
  return rows.filter(isWide).length > 1;
}

/** A ZIP of exactly the checked parts, because the library could interpret the original file differently. */
async function repack(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of parts) {
    const isFolder = name.endsWith('/');
    if (!isFolder) zip.addBuffer(part, name, { compress: false });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** A cell, with its column and row if it has them. */
const CELL =
  /<(?:[a-z]{1,9}:)?c[\s/>](?:[^<>]{0,200}?\br\s{0,9}=\s{0,9}["']([A-Z]{1,3})(\d{1,7})["'])?/g;

/** Rejects a sparse sheet, whose empty cells would fill the memory. */
function requireSmallSheet(xml: string, limits: TableLimits): void {
  let [cells, columns, rows] = [0, 0, 0];
  for (const [, column = '', row] of xml.matchAll(CELL)) {
    cells += 1;
    columns = Math.max(columns, columnNumber(column));
    rows = Math.max(rows, Number(row ?? 0));
    if (cells > limits.cells) break;
  }
  requireWithinLimits({ columns, cells }, limits);
  if (rows > MAX_ROWS || rows * columns > MAX_CELLS) throw new ImportError(TOO_LARGE);
}

const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

function toTexts({ rows, cells }: Sheet): string[][] {
  return rows.map((row, line) =>
    row.map((value, column) => toText(value, cells?.get(`${line},${column}`))),
  );
}

const EXCEL_DIGITS = 15;

function toText(value: CellValue, cell: Cell | undefined): string {
  // Programs that write formulas without their values leave the cell empty.
  if (value === null) return cell?.formula === undefined ? '' : `=${cell.formula}`;
  if (value instanceof Date) {
    const text = value.toISOString();
    // Excel stores a time without a date on the day before its calendar begins.
    if (text < '1900') return text.slice(11, 16);
    return text.endsWith('T00:00:00.000Z')
      ? text.slice(0, 10)
      : text.slice(0, 16).replace('T', ' ');
  }
  if (typeof value !== 'number') return String(value);
  const text = String(Number(value.toPrecision(EXCEL_DIGITS)));
  const isPercentage = cell?.style?.numFmt?.includes('%') ?? false;
  return isPercentage && readDecimal(text) !== null ? multiply(text, '100') : text;
}

const END = Buffer.from('PK\u0005\u0006');

/**
 * Unpacks the entries of a ZIP, whose sizes and checksums must be correct. Nothing may stand between the directory and
 * its end record, so that no second directory and no ZIP64 record is hidden there.
 * @param maxBytes of all decompressed entries, checked before each is decompressed
 * @throws RangeError for more than `maxBytes`
 */
export async function unpackZip(zip: Buffer, maxBytes: number): Promise<Map<string, Buffer>> {
  const file = await fromBufferPromise(zip);
  const end = zip.lastIndexOf(END);
  const [length, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  if (start + length !== end) throw new Error('The directory does not end at its end record');
  const parts = new Map<string, Buffer>();
  let size = 0;
  for await (const entry of file.eachEntry()) {
    size += entry.uncompressedSize;
    if (size > maxBytes) throw new RangeError();
    // The stream fails if it has another size than the entry states.
    const part = await buffer(await file.openReadStreamPromise(entry));
    if (crc32(part) !== entry.crc32) throw new Error('An entry has another checksum');
    if (parts.has(entry.fileName)) throw new Error('Two entries have the same name');
    parts.set(entry.fileName, part);
  }
  return parts;
}
