import { DATA_POLICY } from '../../platform/http/security-headers.ts';
import type { ReadableFile } from './read-file.ts';

/** What a browser may show by itself; anything else is a download. None of them runs. */
const SHOWN_INLINE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']);

/** Of pictures and downloads: whatever they are taken for, it is a document of nobody's, without scripts. */
const BYTES_POLICY = `${DATA_POLICY}; sandbox`;
/** The browser's own reader of PDF writes its frame with styles, and does not open in a sandbox. */
const PDF_POLICY = `${DATA_POLICY}; style-src 'unsafe-inline'`;

/**
 * The image of a partner says nothing of anybody's health, and its address never shows another one: the
 * browser of whoever was let in may keep it, and no cache between.
 */
const LOGO_CACHING = 'private, max-age=604800, immutable';

/** The headers of a file's answer: what it is, under which name, and that it may do nothing. */
export function fileHeaders(file: Omit<ReadableFile, 'id' | 'storageKey'>) {
  const inline = SHOWN_INLINE.has(file.mediaType);
  return {
    'content-type': inline ? file.mediaType : 'application/octet-stream',
    'content-length': file.size,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${nameParameters(file)}`,
    'content-security-policy': file.mediaType === 'application/pdf' ? PDF_POLICY : BYTES_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': file.patientId === null ? LOGO_CACHING : 'no-store',
  };
}

/** What a picture or a PDF may be called; another ending could make it a page once it is saved. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
};

/** RFC 6266: an ASCII name for old clients and the true one in UTF-8. No quote or break survives. */
function nameParameters({ name, mediaType }: Pick<ReadableFile, 'name' | 'mediaType'>): string {
  // By characters, not by halves of them.
  const plain = [...name.replaceAll(/[\p{Cc}\p{Cs}/\\]/gu, '')].slice(0, 150).join('') || 'archivo';
  const clean = withExtension(plain, mediaType);
  const ascii = clean
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .replaceAll(/["%;]/g, '_')
    .replace(/^\.(?=[a-z]+$)/, 'archivo.');
  const encoded = encodeURIComponent(clean).replaceAll(/['()*]/g, encodeAscii);
  return `filename="${ascii || 'archivo'}"; filename*=UTF-8''${encoded}`;
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The name with an ending that says what it is. */
export function withExtension(name: string, mediaType: string): string {
  const [usual, ...others] = EXTENSIONS[mediaType] ?? [];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return usual === undefined || [usual, ...others].includes(ending) ? name : `${name}.${usual}`;
}
