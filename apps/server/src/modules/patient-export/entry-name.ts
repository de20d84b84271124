import { withExtension } from '../files/public.ts';

/** Characters, so that the longest path fits everywhere. */
const LONGEST = 80;
/** What some system or other does not take in a name, or shows otherwise than it is. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/**
 * Where a file is in the ZIP: under a number, so that no two have one name, and a name that stays in
 * its folder, is allowed everywhere and has the ending of what it is.
 */
export function entryPath(
  position: number,
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const named = withExtension(plain || 'archivo', mediaType);
  const at = named.lastIndexOf('.');
  const [stem, ending] = at > 0 ? [named.slice(0, at), named.slice(at)] : [named, ''];
  // By characters, not by halves of them.
  const short = [...stem].slice(0, LONGEST).join('').trimEnd() + [...ending].slice(0, 10).join('');
  return `archivos/${String(position).padStart(3, '0')}-${short}`;
}
