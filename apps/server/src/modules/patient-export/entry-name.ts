import { withExtension } from '../files/public.ts';

/** Characters, so that the longest path fits on every system. */
const LONGEST = 80;
/** Characters that some system forbids in a name, or shows misleadingly. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/**
 * The path of a file in the ZIP: a number makes it unique, and the name stays in its folder, is allowed
 * everywhere and has the ending of its type.
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
  // By code points, so that no surrogate pair is split.
  const short = [...stem].slice(0, LONGEST).join('').trimEnd() + [...ending].slice(0, 10).join('');
  return `archivos/${String(position).padStart(3, '0')}-${short}`;
}
