import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { FileStore } from '../storage/storage.ts';

/** Pixels: three for each point of the logo's area on the sheet. */
const LARGEST = { width: 660, height: 162 };
const MOST_PIXELS = 64_000_000;
const LONGEST_SECONDS = 10;
/** Unpacks one image at a time, because the same threads also read files and connect. */
const oneAtATime = pLimit(1);

/**
 * A stored logo (PNG, JPEG or WebP) for the sheet: a PNG on white. Null if it cannot be read, because the order
 * matters more than its logo.
 */
export async function readLogo(
  store: FileStore,
  storageKey: string,
  log: Pick<Logger, 'warn'>,
): Promise<Buffer | null> {
  try {
    const bytes = await buffer(await store.read(storageKey));
    return await oneAtATime(() => toPng(bytes));
  } catch {
    log.warn({ storageKey }, 'the logo of a paper cannot be read');
    return null;
  }
}

function toPng(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
    .rotate()
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette: false })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer();
}
