import { buffer } from 'node:stream/consumers';
import { crc32, inflateRawSync } from 'node:zlib';
import { multiply, readDecimal } from '@simiente/contract/results/decimal';
import type { Cell, CellValue, Sheet } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
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

export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));
}

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
  /** Whether bare numbers count days from 1904. */
  readonly is1904: boolean;
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
    const parts = unpackPlainZip(bytes, MAX_UNPACKED);
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
    if (sheet === undefined) throw new NotPlainZip('The workbook has no such sheet');
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
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false });
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

const DIGITS_OF_EXCEL = 15;

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
  const text = String(Number(value.toPrecision(DIGITS_OF_EXCEL)));
  const isPercentage = cell?.style?.numFmt?.includes('%') ?? false;
  return isPercentage && readDecimal(text) !== null ? multiply(text, '100') : text;
}

/** A ZIP that is damaged, or that readers could understand in different ways. */
class NotPlainZip extends Error {}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = Buffer.from('PK\u0005\u0006');
const END_LENGTH = 22;
const MAX_ENTRIES = 2000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Flag of an entry whose sizes follow the data, and are missing in the local header. */
const HAS_DATA_DESCRIPTOR = 8;
/** In ZIP64, this value means that the length is in an extra field. */
const ZIP64_LENGTH = 0xffff_ffff;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly size: number;
  readonly packed: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Unpacks an unambiguous ZIP: one central directory that ends where its end record begins, entries that do not
 * overlap, headers that agree, correct sizes and checksums, and no ZIP64.
 * @param maxBytes of all decompressed entries, checked before any is decompressed
 * @throws NotPlainZip for an ambiguous ZIP
 * @throws RangeError for more than `maxBytes`
 */
export function unpackPlainZip(zip: Buffer, maxBytes: number): Map<string, Buffer> {
  const entries = readEntries(zip);
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw new RangeError();
  const unpacked = new Map(entries.map((entry) => [entry.name, unpack(entry)]));
  if (unpacked.size < entries.length) throw new NotPlainZip('Two entries have the same name');
  return unpacked;
}

function unpack({ name, method, packed, size, checksum }: Entry): Buffer {
  let data = packed;
  if (method === DEFLATED) {
    try {
      // One byte more than the size in the header, so that a wrong size is detected.
      data = inflateRawSync(packed, { maxOutputLength: size + 1 });
    } catch (cause) {
      throw new NotPlainZip(`${name} cannot be unpacked`, { cause });
    }
  }
  if (data.length !== size || crc32(data) !== checksum) {
    throw new NotPlainZip(`${name} does not match its header`);
  }
  return data;
}

function readEntries(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(END);
  requirePlain(end >= 0 && end + END_LENGTH <= zip.length);
  requirePlain(end + END_LENGTH + zip.readUInt16LE(end + 20) === zip.length);
  const count = zip.readUInt16LE(end + 10);
  requirePlain(zip.readUInt32LE(end + 4) === 0 && zip.readUInt16LE(end + 8) === count);
  requirePlain(count <= MAX_ENTRIES);
  const directory = zip.readUInt32LE(end + 16);
  requirePlain(directory + zip.readUInt32LE(end + 12) === end);
  const entries: Entry[] = [];
  let at = directory;
  while (entries.length < count) {
    requirePlain(at + 46 <= end && zip.readUInt32LE(at) === ENTRY);
    entries.push(readEntry(zip, at, directory));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
  requirePlain(at === end);
  const inOrder = entries.toSorted((one, other) => one.start - other.start);
  requirePlain(inOrder.every(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0)));
  return entries;
}

function readEntry(zip: Buffer, at: number, directory: number): Entry {
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [checksum, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
  const size = zip.readUInt32LE(at + 24);
  const [start, nameLength] = [zip.readUInt32LE(at + 42), zip.readUInt16LE(at + 28)];
  requirePlain((flags & ENCRYPTED) === 0 && (method === STORED || method === DEFLATED));
  requirePlain(length < ZIP64_LENGTH && size < ZIP64_LENGTH && start + 30 <= directory);
  requirePlain(method === DEFLATED || length === size);
  requirePlain(zip.readUInt32LE(start) === LOCAL && zip.readUInt16LE(start + 26) === nameLength);
  requirePlain(zip.readUInt16LE(start + 6) === flags && zip.readUInt16LE(start + 8) === method);
  const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
  requirePlain(zip.toString('utf8', start + 30, start + 30 + nameLength) === name);
  if ((flags & HAS_DATA_DESCRIPTOR) === 0) {
    requirePlain(zip.subarray(start + 14, start + 26).equals(zip.subarray(at + 16, at + 28)));
  }
  const from = start + 30 + nameLength + zip.readUInt16LE(start + 28);
  requirePlain(from + length <= directory);
  const packed = zip.subarray(from, from + length);
  return { name, method, checksum, size, packed, start, end: from + length };
}

function requirePlain(isTrue: boolean): asserts isTrue {
  if (!isTrue) throw new NotPlainZip('The structure is not that of a plain ZIP');
}
