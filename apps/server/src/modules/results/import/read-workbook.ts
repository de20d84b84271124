import { inflateRawSync } from 'node:zlib';
import { multiply, readDecimal } from '@simiente/contract/results/decimal';
import type { Cell, CellValue, Sheet } from 'hucre';
import { ImportRefused } from './refusal.ts';

/** Bytes of all that a workbook may hold unpacked: some 500 000 cells. */
const MOST_UNPACKED = 48 * 1024 * 1024;
const MOST_ROWS = 100_000;

const DAMAGED =
  'El archivo XLSX está dañado o protegido con contraseña. Guárdalo de nuevo, sin contraseña.';
const TOO_LARGE = 'El archivo XLSX es demasiado grande. Divídelo, o guárdalo como «CSV UTF-8».';

export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));
}

/**
 * The cells of the first sheet of an XLSX workbook as texts: numbers as Excel shows them, with 15 digits and a
 * percentage as one; days and times of no zone.
 * @throws ImportRefused for one that cannot be read, or unpacks to more than its limit
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  requireBounded(Buffer.from(bytes));
  // Loaded with the first workbook, so that a start does not wait for it.
  const { readXlsx } = await import('hucre/xlsx');
  const workbook = await readXlsx(bytes, {
    sheets: [0],
    readStyles: true,
    maxRows: MOST_ROWS + 1,
  }).catch((cause: unknown) => {
    throw Object.assign(new ImportRefused(DAMAGED), { cause });
  });
  const [sheet] = workbook.sheets;
  if (sheet === undefined) throw new ImportRefused(DAMAGED);
  if (sheet.rows.length > MOST_ROWS) throw new ImportRefused(TOO_LARGE);
  return textsOf(sheet);
}

function textsOf({ rows, cells }: Sheet): string[][] {
  return rows.map((row, line) =>
    row.map((value, column) => textOf(value, cells?.get(`${line},${column}`))),
  );
}

const DIGITS_OF_EXCEL = 15;

function textOf(value: CellValue, cell: Cell | undefined): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z')
      ? text.slice(0, 10)
      : text.slice(0, 16).replace('T', ' ');
  }
  if (typeof value !== 'number') return String(value);
  const text = String(Number(value.toPrecision(DIGITS_OF_EXCEL)));
  const isShare = cell?.style?.numFmt?.includes('%') ?? false;
  return isShare && readDecimal(text) !== null ? multiply(text, '100') : text;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks every entry of a ZIP, whatever size it says it has, and keeps nothing.
 * @throws ImportRefused for what is no plain ZIP, or unpacks to more than the limit
 */
function requireBounded(zip: Buffer): void {
  let left = MOST_UNPACKED;
  for (const { method, data } of entriesOf(zip)) {
    try {
      left -=
        method === STORED
          ? data.length
          : inflateRawSync(data, { maxOutputLength: left + 1 }).length;
    } catch (cause) {
      const isLarge = cause instanceof RangeError;
      throw Object.assign(new ImportRefused(isLarge ? TOO_LARGE : DAMAGED), { cause });
    }
    if (left < 0) throw new ImportRefused(TOO_LARGE);
  }
}

function* entriesOf(zip: Buffer): Generator<{ readonly method: number; readonly data: Buffer }> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const refuse = () => new ImportRefused(DAMAGED);
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END) throw refuse();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) throw refuse();
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [packed, local] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const isEncrypted = (flags & 1) !== 0;
    if (isEncrypted || (method !== STORED && method !== DEFLATED) || local + 30 > zip.length) {
      throw refuse();
    }
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (from + packed > zip.length) throw refuse();
    yield { method, data: zip.subarray(from, from + packed) };
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
}
