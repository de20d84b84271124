import pLimit from 'p-limit';
import { Problem } from '../problem.ts';
import { type FileKind, readTail } from './file-kind.ts';

/** Decoder options for images from users. */
export const UNPACKING = {
  /** More pixels than any camera or scanner makes; fewer than would fill the memory. */
  limitInputPixels: 64_000_000,
  failOn: 'truncated',
  sequentialRead: true,
} as const;

/**
 * Images that one process unpacks at the same time: the same threads also read files and connect.
 */
export const oneAtATime = pLimit(1);
export const LONGEST_UNPACKING_SECONDS = 20;

/** The image library is large, so it is loaded at the first image. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  return (await import('sharp')).default;
}

/** Bytes that an unpacked image may take. */
const LARGEST_UNPACKED = 256 * 1024 * 1024;
/** Pixels of a side, as many as a JPEG can have: each row takes time, however short it is. */
const LONGEST_SIDE = 65_535;
/** Bytes: cameras append notes of their own to the image. */
const TAIL = 256 * 1024;

const END_MARKS = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND'),
} as const;

/** Accepted kinds of images. */
export type ImageKind = Extract<FileKind, 'jpeg' | 'png' | 'webp'>;

/**
 * Decodes an image to its last row.
 * @throws Problem FILE_TRUNCATED, FILE_UNREADABLE
 */
export async function checkImage(path: string, kind: ImageKind): Promise<void> {
  // A WebP has no end mark: a cut one cannot be unpacked.
  if (kind !== 'webp' && !(await readTail(path, TAIL)).includes(END_MARKS[kind])) {
    throw new Problem('FILE_TRUNCATED');
  }
  try {
    await oneAtATime(() => unpack(path));
  } catch (cause) {
    throw new Problem('FILE_UNREADABLE', { cause });
  }
}

async function unpack(path: string): Promise<void> {
  const sharp = await loadSharp();
  const { width, height, channels, depth } = await sharp(path, UNPACKING).metadata();
  const size = width * height * channels * (depth === 'uchar' ? 1 : 4);
  if (size > LARGEST_UNPACKED || Math.max(width, height) > LONGEST_SIDE)
    throw new Error('The picture unpacks to too much');
  await sharp(path, UNPACKING)
    // Every pixel is read; the faster modes skip some.
    .resize(1, 1, { fastShrinkOnLoad: false })
    .raw()
    .timeout({ seconds: LONGEST_UNPACKING_SECONDS })
    .toBuffer();
}

/** Whether a file is of an accepted kind of image. */
export function isImage(kind: FileKind): kind is ImageKind {
  return kind === 'jpeg' || kind === 'png' || kind === 'webp';
}
