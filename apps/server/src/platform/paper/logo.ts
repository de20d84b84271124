import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { FileStore } from '../storage/storage.ts';
import { DECODING, loadSharp, oneAtATime } from '../uploads/check-file.ts';

/** Pixels: three for each point of the largest area of a logo, on an order. */
const MAX_SIZE = { width: 660, height: 162 };
const TIMEOUT_SECONDS = 10;

/**
 * Converts a stored logo (PNG, JPEG or WebP) to a PNG on white. Null if it cannot be read, because the paper matters
 * more than its logo.
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

async function toPng(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, DECODING)
    .rotate()
    .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette: false })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
}
