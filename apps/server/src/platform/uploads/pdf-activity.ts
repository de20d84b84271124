import { inflateSync } from 'node:zlib';

/**
 * What a PDF does by itself or brings along: programs, other programs' starts, files and those of other
 * machines, which are told who opens it, forms that send.
 */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
];

/** Bytes that one stream of objects may unpack to; a whole PDF of people's has a hundredth of it. */
const LARGEST_OBJECTS = 64 * 1024 * 1024;

/** A name as a PDF may write it: each letter as itself or as a number, /J#61vaScript. */
function nameOf(word: string): string {
  const letters = [...word].map((letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return `/${letters.join('')}(?=[\\s\\0/<>\\[\\](){}%]|$)`;
}

const ACTIVE_NAME = new RegExp(ACTIVE.map(nameOf).join('|'));
const OBJECT_STREAM = new RegExp(nameOf('ObjStm'), 'g');

/**
 * Whether a PDF does more than show its pages, by the names in it and in what it has packed of them.
 * Its text may have such a name by chance, which is refused too: printed anew, it has none.
 */
export function hasActiveContent(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (ACTIVE_NAME.test(text)) return true;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    const objects = unpackObjects(bytes, text, index);
    if (objects === null || ACTIVE_NAME.test(objects)) return true;
  }
  return false;
}

/** The objects whose stream says at `place` that it is one; null when they cannot be looked into. */
function unpackObjects(bytes: Buffer, text: string, place: number): string | null {
  const start = /stream\r?\n/g;
  start.lastIndex = place;
  const found = start.exec(text);
  if (!found) return null;
  const content = bytes.subarray(found.index + found[0].length);
  try {
    return inflateSync(content, { maxOutputLength: LARGEST_OBJECTS }).toString('latin1');
  } catch {
    // It may not be packed at all. Packed in another way nobody can look into it.
    const header = text.slice(text.lastIndexOf('obj', place), found.index);
    const isPacked = /\/(?:Filter|F)\b/.test(header);
    return isPacked
      ? null
      : text.slice(start.lastIndex, text.indexOf('endstream', start.lastIndex));
  }
}
