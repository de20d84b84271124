import type { ErrorCode } from '@simiente/contract/common/errors';
import { Problem } from '../problem.ts';
import { checkImage, isImage } from './check-image.ts';
import { checkPdf } from './check-pdf.ts';
import { type FileKind, readFileKind } from './file-kind.ts';
import type { ReceivedFile } from './receive-form.ts';

/** A file whose content was checked, with its true type. */
export interface CheckedFile extends ReceivedFile {
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
 * Checks a file by its content, not its name.
 * @param accepted the accepted kinds, and the code for any other
 * @throws Problem with that code, FILE_EMPTY, FILE_TRUNCATED, FILE_ENCRYPTED, FILE_UNREADABLE
 */
export async function checkFile(file: ReceivedFile, accepted: AcceptedKinds): Promise<CheckedFile> {
  if (file.size === 0) throw new Problem('FILE_EMPTY');
  const kind = await readFileKind(file.path);
  if (kind === 'dicom' || kind === 'other' || !accepted.kinds.includes(kind)) {
    throw new Problem(accepted.otherwise(kind));
  }
  if (isImage(kind)) await checkImage(file.path, kind);
  else await checkPdf(file.path);
  return { ...file, mediaType: MEDIA_TYPES[kind] };
}
