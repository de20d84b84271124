import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes that are compressed; the result is repeated. */
const PART = 32_000_000;

/** Output of zlib for a repeated byte, without the time of compressing everything. */
export function deflateRepeated(byte: number, size: number): Buffer {
  const parts = Math.floor(size / PART);
  const deflated = (bytes: number) =>
    deflateRawSync(Buffer.alloc(bytes, byte), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const last = Buffer.from([3, 0]);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...new Array<Buffer>(parts).fill(deflated(PART)),
    deflated(size % PART),
    last,
    adler32(byte, size),
  ]);
}

/** The checksum of a repeated byte: two sums modulo the largest prime of 16 bits. */
function adler32(byte: number, size: number): Buffer {
  const [value, times, prime] = [BigInt(byte), BigInt(size), 65_521n];
  const sum = (1n + times * value) % prime;
  const sumOfSums = (times + (value * times * (times + 1n)) / 2n) % prime;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(Number(sumOfSums * 65_536n + sum));
  return checksum;
}

/** A black PNG of any size. */
export function blackPng(
  width: number,
  height: number,
  { bits, colours }: { bits: 8 | 16; colours: 'rgb' | 'rgba' } = { bits: 8, colours: 'rgb' },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = colours === 'rgb' ? 2 : 6;
  const channels = colours === 'rgb' ? 3 : 4;
  // Each row begins with its filter type.
  const size = height * (1 + (width * channels * bits) / 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateRepeated(0, size)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const checked = Buffer.concat([Buffer.from(type), data]);
  checksum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, checksum]);
}
