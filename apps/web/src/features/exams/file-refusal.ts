import { errorTable } from '@simiente/contract/common/errors';
import { EXAM_MEDIA_TYPES, LARGEST_EXAM_FILE } from '@simiente/contract/exams/calls';
import { formatFileSize } from '../../lib/format/numbers.ts';

/** Value of `accept`. */
export const EXAM_FILES = `${EXAM_MEDIA_TYPES.join(',')},.pdf,.jpg,.jpeg,.png`;

/** Reason why the server would reject a file, as far as the browser can tell; only the server checks the content. */
export function fileRefusal({ name, size, type }: File): string | undefined {
  if (/\.(dcm|dicom)$/i.test(name)) return errorTable.DICOM_NOT_ACCEPTED.message;
  const isAccepted =
    EXAM_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(pdf|jpe?g|png)$/i.test(name);
  if (!isAccepted) return errorTable.FILE_TYPE_NOT_ACCEPTED.message;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > LARGEST_EXAM_FILE) {
    return `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_EXAM_FILE)}.`;
  }
  return undefined;
}
