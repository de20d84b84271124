import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Parts of a PDF that a test may replace. */
export interface PackedPdfParts {
  /** The link on the first page, which is packed. */
  readonly link?: string;
  /** The entries of the object stream, except its length; and its data. */
  readonly container?: (objects: string, first: number) => { dictionary: string; data: Buffer };
  /** The stated length of the stream, if it is not the true one. */
  readonly length?: number;
  /** Between the dictionary of the stream and its data. */
  readonly stream?: string;
  /** Objects beside it, the first of them 7 0 R. */
  readonly more?: readonly (string | Buffer)[];
  readonly catalog?: string;
  /** Entries of the trailer. */
  readonly trailer?: string;
  /** Objects of the stream after the link. */
  readonly packedAfter?: string;
}

export const LAUNCH = link('/S /Launch /F (cmd.exe)');

export function link(action: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /A << ${action} >> >>`;
}

/** As common programs pack objects. */
export function flate(objects: string, first: number) {
  return {
    dictionary: `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode`,
    data: deflateSync(Buffer.from(objects, 'latin1')),
  };
}

/**
 * Rows of bytes with a PNG predictor, each beginning with 2: the differences from the row above.
 */
export function predicted(text: string, columns: number): Buffer {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / columns) * columns), 'latin1');
  const rows: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    if (at % columns === 0) rows.push(2);
    rows.push(((bytes[at] ?? 0) - (at < columns ? 0 : (bytes[at - columns] ?? 0))) & 255);
  }
  return Buffer.from(rows);
}

/**
 * A PDF of one page whose only link, 4 0 R, is packed in an object stream, 5 0 R, found by a
 * cross-reference stream, 6 0 R, as in PDF 1.5.
 */
export function packedPdf({
  link: packed = LAUNCH,
  container = flate,
  length,
  stream = '\nstream\n',
  more = [],
  catalog = '',
  trailer = '',
  packedAfter = '',
}: PackedPdfParts): Buffer {
  const { dictionary, data } = container(`4 0 ${packed}${packedAfter}`, '4 0 '.length);
  const writer = new PdfWriter();
  writer.add(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  writer.add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  writer.add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>');
  writer.add(
    5,
    `<< ${dictionary} /Length ${length ?? data.length} >>${stream}`,
    data,
    '\nendstream',
  );
  for (const [index, object] of more.entries()) writer.add(7 + index, object);
  return writer.endWithStream(new Map([[4, 5]]), trailer);
}

/** Writes the objects of a PDF one after the other, and their cross-reference table. */
export class PdfWriter {
  readonly #pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  readonly #places = new Map<number, number>();
  #size = '%PDF-1.7\n'.length;

  add(number: number, ...body: readonly (string | Buffer)[]): void {
    this.#places.set(number, this.#size);
    this.raw(`${number} 0 obj\n`, ...body, '\nendobj\n');
  }

  raw(...pieces: readonly (string | Buffer)[]): void {
    for (const piece of pieces) {
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece, 'latin1');
      this.#pieces.push(bytes);
      this.#size += bytes.length;
    }
  }

  /**
   * A plain cross-reference table of the objects so far.
   * @returns where it begins
   */
  table(trailer: string): number {
    const start = this.#size;
    this.raw('xref\n0 1\n0000000000 65535 f \n');
    for (const [number, place] of this.#places) {
      this.raw(`${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
    }
    this.raw(`trailer\n<< /Size 30 /Root 1 0 R ${trailer} >>\n`);
    return start;
  }

  /** A cross-reference stream, 6 0 R, which also says which stream an object is packed in. */
  tableStream(packed: ReadonlyMap<number, number>, trailer = ''): number {
    const start = this.#size;
    this.#places.set(6, start);
    const rows: number[] = [];
    const index: number[] = [];
    for (const [number, stream] of packed) {
      index.push(number, 1);
      rows.push(2, stream >> 24, stream >> 16, stream >> 8, stream, 0);
    }
    for (const [number, place] of this.#places) {
      index.push(number, 1);
      rows.push(1, place >> 24, place >> 16, place >> 8, place, 0);
    }
    const data = Buffer.from(rows.map((byte) => byte & 255));
    this.raw(
      `6 0 obj\n<< /Type /XRef /Size 30 /Root 1 0 R /W [1 4 1] /Index [${index.join(' ')}] /Length ${data.length} ${trailer} >>\nstream\n`,
      data,
      '\nendstream\nendobj\n',
    );
    return start;
  }

  end(table: number): Buffer {
    this.raw(`startxref\n${table}\n%%EOF\n`);
    return Buffer.concat(this.#pieces);
  }

  endWithStream(packed: ReadonlyMap<number, number>, trailer = ''): Buffer {
    return this.end(this.tableStream(packed, trailer));
  }
}

const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);
const FILE_ID = Buffer.alloc(16, 7);

/** A PDF that opens without a password and whose object stream is encrypted. */
export function encryptedPackedPdf(): Buffer {
  const owner = rc4(md5(PADDING).subarray(0, 5), PADDING);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = md5(Buffer.concat([PADDING, owner, permissions, FILE_ID])).subarray(0, 5);
  const forObject = (number: number) =>
    md5(Buffer.concat([key, Buffer.from([number, 0, 0, 0, 0])])).subarray(0, 10);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return packedPdf({
    container: (objects, first) => {
      const { dictionary, data } = flate(objects, first);
      return { dictionary, data: rc4(forObject(5), data) };
    },
    more: [`<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} /P -4 >>`],
    trailer: `/Encrypt 7 0 R /ID [${hex(FILE_ID)} ${hex(FILE_ID)}]`,
  });
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let one = 0;
  let other = 0;
  return bytes.map((byte) => {
    one = (one + 1) & 255;
    other = (other + (state[one] ?? 0)) & 255;
    swap(one, other);
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}
