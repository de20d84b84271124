import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import {
  type CheckedFile,
  checkFile,
  DECODING,
  DECODING_SECONDS,
  loadSharp,
  oneAtATime,
} from './check-file.ts';
import { inField, type ReceivedFile } from './receive-form.ts';

/** From 1 to 100. */
const JPEG_QUALITY = 90;

/**
 * Re-encodes an image within a maximum size, so that only its visible content is kept: no GPS position, no content
 * hidden in a comment or after its end. A photo stays a JPEG; anything else becomes a PNG, including transparency.
 */
async function remakeImage(file: CheckedFile, maxSide: number): Promise<CheckedFile> {
  const isPhoto = file.mediaType === 'image/jpeg';
  const path = `${file.path}-remade`;
  try {
    await oneAtATime(() => draw(file.path, path, { isPhoto, maxSide }));
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
  { isPhoto, maxSide }: { isPhoto: boolean; maxSide: number },
): Promise<void> {
  const sharp = await loadSharp();
  const drawing = sharp(from, DECODING)
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: DECODING_SECONDS });
  await (isPhoto
    ? drawing.jpeg({ quality: JPEG_QUALITY })
    : drawing.png({ compressionLevel: 9 })
  ).toFile(to);
}

/**
 * Checks and re-encodes an uploaded logo.
 * @param maxSide pixels of the longer side
 * @throws Problem NOT_AN_IMAGE, or another of `checkFile`
 */
export async function remakeLogo(
  file: ReceivedFile,
  field: string,
  maxSide: number,
): Promise<CheckedFile> {
  try {
    const checked = await checkFile(file, {
      kinds: ['png', 'jpeg', 'webp'],
      otherwise: () => 'NOT_AN_IMAGE',
    });
    return await remakeImage(checked, maxSide);
  } catch (error) {
    throw error instanceof Problem ? inField(error, field) : error;
  }
}
