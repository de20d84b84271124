import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '@simiente/contract/common/errors';
import pLimit from 'p-limit';
import { Problem } from '../problem.ts';
import type { ReceivedFile } from './receive-form.ts';

/** Decoder options for images from users. */
export const DECODING = {
  /** Pixels: more than cameras and scanners produce, but few enough for the memory. */
  limitInputPixels: 64_000_000,
  failOn: 'truncated',
  sequentialRead: true,
} as const;

/** Decodes one image at a time, because Node.js needs the same threads for files and DNS. */
export const oneAtATime = pLimit(1);
export const DECODING_SECONDS = 20;

/** Loads the image library when it is first needed, because it is large. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  return (await import('sharp')).default;
}

/** Maximum bytes of a decoded image. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;
/** Maximum width and height in pixels, as in JPEG: a tall image with few columns is small, but slow to decode. */
const MAX_SIDE = 65_535;
/** Bytes at the end in which the end mark is searched, because cameras append data to an image. */
const IMAGE_TAIL = 256 * 1024;

const END_MARKS = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND'),
} as const;

export type ImageKind = Extract<FileKind, 'jpeg' | 'png' | 'webp'>;

/** Decodes an image to its last row. */
async function checkImage(path: string, kind: ImageKind): Promise<void> {
  // A WebP has no end mark, but a truncated one cannot be decoded.
  if (kind !== 'webp' && !(await readEnd(path, IMAGE_TAIL)).includes(END_MARKS[kind])) {
    throw new Problem('FILE_TRUNCATED');
  }
  try {
    await oneAtATime(() => decodeImage(path));
  } catch (cause) {
    throw new Problem('FILE_UNREADABLE', { cause });
  }
}

async function decodeImage(path: string): Promise<void> {
  const sharp = await loadSharp();
  const { width, height, channels, depth } = await sharp(path, DECODING).metadata();
  const size = width * height * channels * (depth === 'uchar' ? 1 : 4);
  if (size > MAX_DECODED_BYTES || Math.max(width, height) > MAX_SIDE)
    throw new Error('The decoded image is too large');
  await sharp(path, DECODING)
    // Decodes every pixel; the faster mode skips some.
    .resize(1, 1, { fastShrinkOnLoad: false })
    .raw()
    .timeout({ seconds: DECODING_SECONDS })
    .toBuffer();
}

export function isImage(kind: FileKind): kind is ImageKind {
  return kind === 'jpeg' || kind === 'png' || kind === 'webp';
}

/** Kinds of files, recognized by their first bytes, not their names. */
type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp' | 'dicom' | 'other';

const DICOM_PREAMBLE = 128;
/** Bytes at the beginning in which PDF readers search the signature. */
const HEAD_BYTES = 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
const DICOM = Buffer.from('DICM');
const RIFF = Buffer.from('RIFF');
/** The format follows the signature and length of the RIFF container. */
const WEBP_OFFSET = 8;
const WEBP = Buffer.from('WEBP');

/** Recognizes a PDF also after other bytes, because some programs write a byte order mark or a line break first. */
export async function readFileKind(path: string): Promise<FileKind> {
  const head = await readStart(path, HEAD_BYTES);
  if (startsWith(head, JPEG)) return 'jpeg';
  if (startsWith(head, PNG)) return 'png';
  if (startsWith(head, RIFF) && startsWith(head.subarray(WEBP_OFFSET), WEBP)) return 'webp';
  if (startsWith(head.subarray(DICOM_PREAMBLE), DICOM)) return 'dicom';
  if (head.includes(PDF)) return 'pdf';
  return 'other';
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

const readStart = (path: string, bytes: number) =>
  buffer(createReadStream(path, { end: bytes - 1 }));

async function readEnd(path: string, bytes: number): Promise<Buffer> {
  const { size } = await stat(path);
  return buffer(createReadStream(path, { start: Math.max(0, size - bytes) }));
}

/** Bytes at the end in which PDF readers search the end mark. */
const PDF_TAIL = 1024;

/** Checks that a PDF has its end mark and no encryption. The server never renders it; browsers isolate its viewer. */
async function checkPdf(path: string): Promise<void> {
  const tail = (await readEnd(path, PDF_TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  // Content after the end mark is not part of the PDF.
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
  if (await isEncrypted(path)) throw new Problem('FILE_ENCRYPTED');
}

/** The key before a dictionary or a reference, as in the trailer, so that the word in a text does not match. */
const ENCRYPT = /\/Encrypt[\s\0]{0,20}(?:<<|\d{1,10}[\s\0]{1,20}\d{1,5}[\s\0]{1,20}R)/;
/** Maximum characters of a match. */
const MAX_MARK_LENGTH = 100;

async function isEncrypted(path: string): Promise<boolean> {
  let before = '';
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = before + chunk;
    if (ENCRYPT.test(text)) return true;
    before = text.slice(-MAX_MARK_LENGTH);
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
 * Scans a file and checks its content.
 * @param accepted the accepted kinds, and the error code for any other
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
