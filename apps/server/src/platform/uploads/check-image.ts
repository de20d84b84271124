import pLimit from 'p-limit';
import sharp from 'sharp';
import { Problem } from '../http/problem.ts';
import { type FileKind, readTail } from './file-kind.ts';

/** More than any camera or scanner makes; less than what would fill the memory. */
const MOST_PIXELS = 64_000_000;
/** Bytes that a picture may take once it is unpacked. */
const LARGEST_UNPACKED = 256 * 1024 * 1024;
/** Pictures that one process unpacks at the same time: its threads also read files and connect. */
const takeTurns = pLimit(1);
const LONGEST_CHECK_SECONDS = 20;
/** Bytes: cameras write notes of their own behind the picture. */
const TAIL = 256 * 1024;

const END_MARKS = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND'),
} as const;

/**
 * Decodes a picture to its last row.
 * @throws Problem FILE_TRUNCATED, FILE_UNREADABLE
 */
export async function checkImage(path: string, kind: 'jpeg' | 'png'): Promise<void> {
  const tail = await readTail(path, TAIL);
  if (!tail.includes(END_MARKS[kind])) throw new Problem('FILE_TRUNCATED');
  try {
    await takeTurns(() => unpack(path));
  } catch (cause) {
    throw new Problem('FILE_UNREADABLE', { cause });
  }
}

async function unpack(path: string): Promise<void> {
  const options = {
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  } as const;
  const { width, height, channels, depth } = await sharp(path, options).metadata();
  const size = width * height * channels * (depth === 'uchar' ? 1 : 4);
  if (size > LARGEST_UNPACKED) throw new Error('The picture unpacks to too much');
  await sharp(path, options)
    // Every pixel is read: none is left out to be quicker.
    .resize(1, 1, { fastShrinkOnLoad: false })
    .raw()
    .timeout({ seconds: LONGEST_CHECK_SECONDS })
    .toBuffer();
}

/** Whether a file is a picture that we take. */
export function isImage(kind: FileKind): kind is 'jpeg' | 'png' {
  return kind === 'jpeg' || kind === 'png';
}
