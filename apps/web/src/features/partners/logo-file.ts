import { errorTable } from '@simiente/contract/common/errors';
import { LARGEST_LOGO, LOGO_MEDIA_TYPES } from '@simiente/contract/partners';
import { formatFileSize } from '../../lib/format/numbers.ts';

/** As of an `<input type="file">`. */
export const LOGO_FILES = `${LOGO_MEDIA_TYPES.join(',')},.png,.jpg,.jpeg,.webp`;

/** What the specification says of a file that is no image. */
export const ONLY_IMAGES = 'Por favor, selecciona solo archivos de imagen';

/** Why the server would refuse an image, as far as a browser sees it. The content is the server's to judge. */
export function logoRefusal({ name, size, type }: File): string | undefined {
  const isImage =
    LOGO_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(png|jpe?g|webp)$/i.test(name);
  if (!isImage) return ONLY_IMAGES;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > LARGEST_LOGO) {
    return `La imagen pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_LOGO)}.`;
  }
  return undefined;
}
