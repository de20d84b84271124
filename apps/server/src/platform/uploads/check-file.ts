import { createReadStream } from 'node:fs';
import type { ErrorCode } from '@simiente/contract/common/errors';
import { Problem } from '../problem.ts';
import { checkImage, isImage } from './check-image.ts';
import { type FileKind, readFileKind, readTail } from './file-kind.ts';
import type { ReceivedFile } from './receive-form.ts';

/** Bytes at the end within which readers look for the end mark. */
const TAIL = 1024;

/**
 * Checks the marks of a PDF without parsing it: browsers show it in a viewer of their own.
 * @throws Problem FILE_TRUNCATED, FILE_UNREADABLE, FILE_ENCRYPTED
 */
async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  if (await isEncrypted(path)) throw new Problem('FILE_ENCRYPTED');
}

/** A cut PDF lacks its end mark; anything after the mark is not part of the PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

/** The trailer's key with its dictionary or a reference to it: the same letters in a text do not count. */
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

/** A file whose content was checked, with its true type. */
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
