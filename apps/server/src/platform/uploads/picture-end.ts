import { readFile } from 'node:fs/promises';
import type { ImageKind } from './check-image.ts';

/**
 * Whether a file is an image and nothing else: bytes after its end could make it another kind of file
 * too, such as an archive or a page.
 */
export async function isPictureAlone(path: string, kind: ImageKind): Promise<boolean> {
  const bytes = await readFile(path);
  const end = findEndByKind[kind](bytes);
  // Some encoders pad with zeros.
  return end !== null && end <= bytes.length && bytes.subarray(end).every((byte) => byte === 0);
}

/** The end of an image; null if its parts cannot be followed. */
const findEndByKind: Readonly<Record<ImageKind, (bytes: Buffer) => number | null>> = {
  png: endOfPng,
  jpeg: endOfJpeg,
  webp: (bytes) => bytes.readUInt32LE(4) + 8,
};

const PNG_SIGNATURE = 8;
/** Length, name and checksum around a part's content. */
const PNG_FRAME = 12;

function endOfPng(bytes: Buffer): number | null {
  let at = PNG_SIGNATURE;
  while (at + PNG_FRAME <= bytes.length) {
    const next = at + PNG_FRAME + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return null;
}

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;
/** Markers without content. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

function endOfJpeg(bytes: Buffer): number | null {
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === JPEG_END) return at + 2;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (at + 4 > bytes.length) return null;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === JPEG_SCAN) at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** The pixel data end at the first marker of another kind. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    at = bytes.indexOf(0xff, at);
    const next = at === -1 ? undefined : bytes[at + 1];
    if (next === undefined) return bytes.length;
    if (next !== 0 && !isBare(next)) return at;
    at += 2;
  }
  return bytes.length;
}
