import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|json|svg)$/;
/** Smaller files fit one packet anyway. */
const WORTHWHILE = 1024;

const encodings = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Compresses each asset at build time, at a level that would be too slow for each request; the server sends the
 * compressed file instead.
 */
export function precompress(): Plugin {
  return {
    name: 'simiente:precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the bundle is not written to a folder');
      const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file));
      await Promise.all(files.map((file) => compress(path.join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTHWHILE) return;
  for (const [ending, encode] of Object.entries(encodings)) {
    await writeFile(`${file}${ending}`, await encode(content));
  }
}
