import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ErrorCode } from '@simiente/contract/common/errors';
import pLimit from 'p-limit';
import { Problem } from '../problem.ts';
import type { ReceivedFile } from './receive-form.ts';

/** Decoder options for images from users. */
export const UNPACKING = {
  /** More pixels than any camera or scanner has; fewer than would fill the memory. */
  limitInputPixels: 64_000_000,
  failOn: 'truncated',
  sequentialRead: true,
} as const;

/** Unpacks one image at a time, because the same threads also read files and connect. */
export const oneAtATime = pLimit(1);
export const LONGEST_UNPACKING_SECONDS = 20;

/** Loads the large image library at the first image. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  return (await import('sharp')).default;
}

/** Maximum bytes of an unpacked image. */
const LARGEST_UNPACKED = 256 * 1024 * 1024;
/** Maximum pixels of a side, as in a JPEG, because each row takes time, however short it is. */
const LONGEST_SIDE = 65_535;
/** Bytes after the end mark, because cameras append their notes to the image. */
const IMAGE_TAIL = 256 * 1024;

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
async function checkImage(path: string, kind: ImageKind): Promise<void> {
  // A WebP has no end mark, but a truncated one cannot be unpacked.
  if (kind !== 'webp' && !(await readTail(path, IMAGE_TAIL)).includes(END_MARKS[kind])) {
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

export function isImage(kind: FileKind): kind is ImageKind {
  return kind === 'jpeg' || kind === 'png' || kind === 'webp';
}

/** The kind of a file by its first bytes, not its name. */
type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp' | 'dicom' | 'other';

const DICOM_PREAMBLE = 128;
/** Bytes within which readers look for the signature of a PDF. */
const HEAD_BYTES = 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
const DICOM = Buffer.from('DICM');
const RIFF = Buffer.from('RIFF');
/** After the container's signature and length. */
const WEBP_PLACE = 8;
const WEBP = Buffer.from('WEBP');

/** Some programs write a byte order mark or a line break before the signature of a PDF. */
export async function readFileKind(path: string): Promise<FileKind> {
  const head = await readHead(path);
  if (startsWith(head, JPEG)) return 'jpeg';
  if (startsWith(head, PNG)) return 'png';
  if (startsWith(head, RIFF) && startsWith(head.subarray(WEBP_PLACE), WEBP)) return 'webp';
  if (startsWith(head.subarray(DICOM_PREAMBLE), DICOM)) return 'dicom';
  if (head.includes(PDF)) return 'pdf';
  return 'other';
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The last bytes of a file, at most this many. */
async function readTail(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(bytes, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer;
  } finally {
    await file.close();
  }
}

/** Bytes at the end within which readers look for the end mark. */
const PDF_TAIL = 1024;

/**
 * Checks the marks of a PDF without parsing it, because browsers show it in a separate viewer.
 * @throws Problem FILE_TRUNCATED, FILE_UNREADABLE, FILE_ENCRYPTED
 */
async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  if (await isEncrypted(path)) throw new Problem('FILE_ENCRYPTED');
}

/** A truncated PDF lacks its end mark; content after the mark is not part of the PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, PDF_TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

/** The trailer's key with its dictionary or a reference; the same letters in a text do not count. */
const ENCRYPT = /\/Encrypt[\s\0]{0,20}(?:<<|\d{1,10}[\s\0]{1,20}\d{1,5}[\s\0]{1,20}R)/;
/** Characters: the longest match. */
const LONGEST_MARK = 100;

async function isEncrypted(path: string): Promise<boolean> {
  let before = '';
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = before + chunk;
    if (ENCRYPT.test(text)) return true;
    before = text.slice(-LONGEST_MARK);
  }
  return false;
}

/** A file whose content was checked, with its actual type. */
export interface CheckedFile extends Omit<ReceivedFile, 'scan'> {
  readonly path: string;
  readonly mediaType: MediaType;
}

type MediaType = (typeof MEDIA_TYPES)[keyof typeof MEDIA_TYPES];

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

export interface AcceptedKinds {
  readonly kinds: readonly (keyof typeof MEDIA_TYPES)[];
  readonly otherwise: (kind: FileKind) => ErrorCode;
}

/**
 * Scans a file and checks its content, whatever its name.
 * @param accepted the accepted kinds, and the code for any other
 * @throws Problem with that code, FILE_EMPTY, FILE_TRUNCATED, FILE_ENCRYPTED, FILE_UNREADABLE
 * @throws Problem FILE_INFECTED, SCANNER_UNAVAILABLE
 */
export async function checkFile(
  { scan, ...file }: ReceivedFile,
  accepted: AcceptedKinds,
): Promise<CheckedFile> {
  const path = await scan();
  if (file.size === 0) throw new Problem('FILE_EMPTY');
  const kind = await readFileKind(path);
  if (kind === 'dicom' || kind === 'other' || !accepted.kinds.includes(kind)) {
    throw new Problem(accepted.otherwise(kind));
  }
  if (isImage(kind)) await checkImage(path, kind);
  else await checkPdf(path);
  return { ...file, path, mediaType: MEDIA_TYPES[kind] };
}
