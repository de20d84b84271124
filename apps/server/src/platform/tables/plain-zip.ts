import { crc32, inflateRawSync } from 'node:zlib';

/** A ZIP that is damaged, or that readers could understand in different ways. */
export class NotPlainZip extends Error {}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = Buffer.from('PK\u0005\u0006');
const END_LENGTH = 22;
const MOST_ENTRIES = 2000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The local header has no sizes: they are behind the data. */
const SIZES_BEHIND = 8;
/** ZIP64 writes this instead of a length that is in an extra field. */
const ELSEWHERE = 0xffff_ffff;

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
 * Unpacks a ZIP in which nothing is ambiguous: one central directory that ends where its end record begins, entries
 * that do not overlap, headers that agree, true sizes and checksums, and no ZIP64.
 * @param largest bytes of all entries, checked before one is unpacked
 * @throws NotPlainZip
 * @throws RangeError for more than that
 */
export function unpackPlainZip(zip: Buffer, largest: number): Map<string, Buffer> {
  const entries = readEntries(zip);
  if (entries.reduce((sum, { size }) => sum + size, 0) > largest) throw new RangeError();
  const unpacked = new Map(entries.map((entry) => [entry.name, unpack(entry)]));
  if (unpacked.size < entries.length) throw new NotPlainZip('Two entries have one name');
  return unpacked;
}

function unpack({ name, method, packed, size, checksum }: Entry): Buffer {
  let data = packed;
  if (method === DEFLATED) {
    try {
      // The limit is one byte above the stated size, so that a wrong size is detected.
      data = inflateRawSync(packed, { maxOutputLength: size + 1 });
    } catch (cause) {
      throw new NotPlainZip(`${name} cannot be unpacked`, { cause });
    }
  }
  if (data.length !== size || crc32(data) !== checksum) {
    throw new NotPlainZip(`${name} is not what its header says`);
  }
  return data;
}

function readEntries(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(END);
  require(end >= 0 && end + END_LENGTH <= zip.length);
  require(end + END_LENGTH + zip.readUInt16LE(end + 20) === zip.length);
  const count = zip.readUInt16LE(end + 10);
  require(zip.readUInt32LE(end + 4) === 0 && zip.readUInt16LE(end + 8) === count);
  require(count <= MOST_ENTRIES);
  const directory = zip.readUInt32LE(end + 16);
  require(directory + zip.readUInt32LE(end + 12) === end);
  const entries: Entry[] = [];
  let at = directory;
  while (entries.length < count) {
    require(at + 46 <= end && zip.readUInt32LE(at) === ENTRY);
    entries.push(readEntry(zip, at, directory));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
  require(at === end);
  const inOrder = entries.toSorted((one, other) => one.start - other.start);
  require(inOrder.every(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0)));
  return entries;
}

function readEntry(zip: Buffer, at: number, directory: number): Entry {
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [checksum, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
  const size = zip.readUInt32LE(at + 24);
  const [start, nameLength] = [zip.readUInt32LE(at + 42), zip.readUInt16LE(at + 28)];
  require((flags & ENCRYPTED) === 0 && (method === STORED || method === DEFLATED));
  require(length < ELSEWHERE && size < ELSEWHERE && start + 30 <= directory);
  require(method === DEFLATED || length === size);
  require(zip.readUInt32LE(start) === LOCAL && zip.readUInt16LE(start + 26) === nameLength);
  require(zip.readUInt16LE(start + 6) === flags && zip.readUInt16LE(start + 8) === method);
  const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
  require(zip.toString('utf8', start + 30, start + 30 + nameLength) === name);
  if ((flags & SIZES_BEHIND) === 0) {
    require(zip.subarray(start + 14, start + 26).equals(zip.subarray(at + 16, at + 28)));
  }
  const from = start + 30 + nameLength + zip.readUInt16LE(start + 28);
  require(from + length <= directory);
  const packed = zip.subarray(from, from + length);
  return { name, method, checksum, size, packed, start, end: from + length };
}

function require(isTrue: boolean): asserts isTrue {
  if (!isTrue) throw new NotPlainZip('The structure is not that of a plain ZIP');
}
