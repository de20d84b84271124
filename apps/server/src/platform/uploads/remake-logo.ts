import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorTable } from '@simiente/contract/common/errors';
import { Problem } from '../problem.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import {
  type ImageKind,
  isImage,
  LONGEST_UNPACKING_SECONDS,
  loadSharp,
  oneAtATime,
  UNPACKING,
} from './check-image.ts';
import { readFileKind } from './file-kind.ts';
import type { ReceivedFile } from './receive-form.ts';

/**
 * Whether a file is an image and nothing else: bytes after its end could make it another kind of file
 * too, such as an archive or a page.
 */
async function isPictureAlone(path: string, kind: ImageKind): Promise<boolean> {
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

/** Out of 100. */
const JPEG_QUALITY = 90;

/**
 * Re-encodes an image within a maximum size, so that only its visible content is kept: no GPS position, no page
 * hidden in a comment. A photo stays a JPEG; anything else becomes a PNG, transparency included.
 * @throws Problem FILE_UNREADABLE
 */
async function remakeImage(file: CheckedFile, largest: number): Promise<CheckedFile> {
  const isPhoto = file.mediaType === 'image/jpeg';
  const path = `${file.path}-remade`;
  try {
    await oneAtATime(() => draw(file.path, path, { isPhoto, largest }));
  } catch (cause) {
    throw new Problem('FILE_UNREADABLE', { cause });
  }
  const bytes = await readFile(path);
  return {
    path,
    name: `${file.name.replace(/\.[^.]*$/, '') || 'imagen'}.${isPhoto ? 'jpg' : 'png'}`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mediaType: isPhoto ? 'image/jpeg' : 'image/png',
  };
}

async function draw(
  from: string,
  to: string,
  { isPhoto, largest }: { isPhoto: boolean; largest: number },
): Promise<void> {
  const sharp = await loadSharp();
  const drawing = sharp(from, UNPACKING)
    // EXIF orientation.
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: LONGEST_UNPACKING_SECONDS });
  await (isPhoto
    ? drawing.jpeg({ quality: JPEG_QUALITY })
    : drawing.png({ compressionLevel: 9 })
  ).toFile(to);
}

/**
 * An uploaded logo, checked and re-encoded.
 * @param field of the form, which a rejection names
 * @param largest pixels of the longer side
 * @throws Problem NOT_AN_IMAGE, FILE_EMPTY, FILE_TRUNCATED, FILE_UNREADABLE
 */
export async function remakeLogo(
  file: ReceivedFile,
  field: string,
  largest: number,
): Promise<CheckedFile> {
  try {
    const checked = await checkFile(file, {
      kinds: ['png', 'jpeg', 'webp'],
      otherwise: () => 'NOT_AN_IMAGE',
    });
    const kind = await readFileKind(checked.path);
    if (!isImage(kind) || !(await isPictureAlone(checked.path, kind))) {
      throw new Problem('NOT_AN_IMAGE');
    }
    return await remakeImage(checked, largest);
  } catch (error) {
    throw error instanceof Problem ? inField(error, field) : error;
  }
}

function inField(problem: Problem, field: string): Problem {
  const { code } = problem;
  return new Problem(code, {
    issues: [{ path: field, message: errorTable[code].message }],
    cause: problem,
  });
}
