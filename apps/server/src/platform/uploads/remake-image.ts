import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import type { CheckedFile } from './check-file.ts';
import { LONGEST_UNPACKING_SECONDS, loadSharp, takeTurns, UNPACKING } from './unpacking.ts';

/** Out of 100. */
const JPEG_QUALITY = 90;

/**
 * Draws a picture anew, at most so many pixels wide and high, so that nothing of the file that came is
 * kept but what can be seen: no place where it was taken, no page hidden in a remark. A photo stays a
 * JPEG; all else becomes a PNG, transparency included.
 *
 * @throws Problem FILE_UNREADABLE
 */
export async function remakeImage(file: CheckedFile, largest: number): Promise<CheckedFile> {
  const isPhoto = file.mediaType === 'image/jpeg';
  const path = `${file.path}-remade`;
  try {
    await takeTurns(() => draw(file.path, path, { isPhoto, largest }));
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
    // As its camera was held, which only a remark of the file says.
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: LONGEST_UNPACKING_SECONDS });
  await (isPhoto
    ? drawing.jpeg({ quality: JPEG_QUALITY })
    : drawing.png({ compressionLevel: 9 })
  ).toFile(to);
}
