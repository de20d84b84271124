import { inflateSync } from 'node:zlib';
import { type PdfDictionary, PdfSyntax, type PdfValue, UnwalkablePdf } from './pdf-syntax.ts';

/**
 * What a PDF does by itself or brings along: programs, other programs' starts, files and those of other
 * machines, which are told who opens it, forms that send.
 */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'Movie',
  'Sound',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
];
/** A form of its own language, with programs. Too short a name to look for where pictures are. */
const XFA = 'XFA';

/** Bytes that the objects of one stream, and of all of them, may unpack to; people's PDFs have a hundredth. */
const LARGEST_OBJECTS = 64 * 1024 * 1024;
const MOST_OBJECTS = 256 * 1024 * 1024;
/** Times that a PDF may be read over, where beginnings of objects are inside others; people's have none. */
const MOST_READINGS = 4;

/** The beginning of a name as a PDF may write it: each letter as itself or as a number, /J#61vaScript. */
function nameOf(word: string): string {
  const letters = [...word].map((letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return `/${letters.join('')}`;
}

const NAME_ENDS = '(?=[\\s\\0/<>\\[\\](){}%]|$)';
const ACTIVE_NAME = new RegExp(
  `(?:${[...ACTIVE, 'EmbeddedFiles'].map(nameOf).join('|')})${NAME_ENDS}`,
);
/** A reader may take a packed object to end in the middle of a name. */
const ACTIVE_BEGINNING = new RegExp([...ACTIVE, XFA].map(nameOf).join('|'));
const ENCRYPT = new RegExp(nameOf('Encrypt') + NAME_ENDS);
/** A stream inside a stream of objects, which is no place for one. */
const STREAM_INSIDE = />>(?:[\s\0]|%[^\n\r]*)*stream/;

export type PdfActivity = 'active' | 'encrypted' | null;

/**
 * Whether a PDF does more than show its pages, by the names in it and in every stream that a reader may
 * take objects from. It does not follow a document from its beginning, as readers do, each in its way:
 * it looks at all that any of them could find, whatever the tables of the PDF, its updates and its types
 * say. What it cannot look into is refused as active, or as encrypted where that is why.
 */
export function findActivity(bytes: Buffer): PdfActivity {
  const text = bytes.toString('latin1');
  if (ACTIVE_NAME.test(text)) return 'active';
  try {
    return lookIntoObjects(bytes, text);
  } catch (error) {
    if (error instanceof UnwalkablePdf) return 'active';
    throw error;
  }
}

function lookIntoObjects(bytes: Buffer, text: string): PdfActivity {
  const isEncrypted = ENCRYPT.test(text);
  const syntax = new PdfSyntax(text);
  let unpacked = 0;
  // Readers begin a dictionary after one of these words and nowhere else, be they in the data of another.
  for (const { 0: word, index } of text.matchAll(/obj|trailer/g)) {
    const dictionary = syntax.readDictionary(index + word.length);
    if (dictionary === null) continue;
    if (syntax.lettersRead > MOST_READINGS * text.length) throw new UnwalkablePdf();
    if (syntax.names.has(XFA)) return 'active';
    if (!mayHoldObjects(dictionary)) continue;
    const start = syntax.readStreamStart();
    if (start === null) continue;
    if (isEncrypted) return 'encrypted';
    const objects = readObjects(bytes, text, dictionary, start);
    unpacked += objects.length;
    if (unpacked > MOST_OBJECTS) throw new UnwalkablePdf();
    if (ACTIVE_BEGINNING.test(objects) || STREAM_INSIDE.test(objects)) return 'active';
  }
  return null;
}

/** By these two numbers readers find objects in a stream; some do not ask for its type. */
function mayHoldObjects({ entries }: PdfDictionary): boolean {
  return entries.has('N') && entries.has('First');
}

/** Packed in any way but the usual one, readers may see what we do not. */
function readObjects(
  bytes: Buffer,
  text: string,
  { entries, isAmbiguous }: PdfDictionary,
  start: number,
): string {
  const isPlain = [entries.get('DecodeParms'), entries.get('DP')].every(isNothing);
  if (isAmbiguous || !isPlain || entries.has('F')) throw new UnwalkablePdf();
  const filter = only(entries.get('Filter'));
  if (isNothing(filter)) return untilEnd(text, start, entries.get('Length'));
  const isFlate =
    typeof filter === 'object' && 'name' in filter && /^Fl(?:ateDecode)?$/.test(filter.name);
  if (!isFlate) throw new UnwalkablePdf();
  try {
    return inflateSync(bytes.subarray(start), { maxOutputLength: LARGEST_OBJECTS }).toString(
      'latin1',
    );
  } catch {
    throw new UnwalkablePdf();
  }
}

/** The one item of a list of one. */
function only(value: PdfValue | undefined): PdfValue | undefined {
  return Array.isArray(value) && value.length < 2 ? value[0] : value;
}

function isNothing(value: PdfValue | undefined): boolean {
  const item = only(value);
  return item === undefined || item === 'null';
}

/** Objects that are not packed, where the length that they say is where they end. */
function untilEnd(text: string, start: number, length: PdfValue | undefined): string {
  const end = typeof length === 'number' ? start + length : text.length;
  if (!/^[\r\n]{0,2}endstream/.test(text.slice(end, end + 20))) throw new UnwalkablePdf();
  return text.slice(start, end);
}
