import sharp from 'sharp';
import { Problem } from '../http/problem.ts';
import { type FileKind, readTail } from './file-kind.ts';

/** More than any camera or scanner makes; less than what would fill the memory. */
const MOST_PIXELS = 120_000_000;
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
    await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
      .timeout({ seconds: LONGEST_CHECK_SECONDS })
      .stats();
  } catch (cause) {
    throw new Problem('FILE_UNREADABLE', { cause });
  }
}

/** Whether a file is a picture that we take. */
export function isImage(kind: FileKind): kind is 'jpeg' | 'png' {
  return kind === 'jpeg' || kind === 'png';
}
