import { crc32, deflateSync } from 'node:zlib';

/** A PNG of random grey pixels, which is incompressible. @param grey the next brightness, from 0 to 1 */
export function makePicture(grey: () => number, width = 64, height = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < lines.length; at += 1) {
    // Each line begins with its filter: none.
    if (at % (width + 1) !== 0) lines[at] = Math.floor(grey() * 256);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
