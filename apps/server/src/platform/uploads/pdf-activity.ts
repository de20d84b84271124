import { inflateSync } from 'node:zlib';
import { PdfOpenings } from './pdf-openings.ts';
import { type PdfDictionary, PdfSyntax, type PdfValue, UnwalkablePdf } from './pdf-syntax.ts';

/**
 * Names of active content: scripts, launched programs, embedded and remote files, requests that reveal
 * the reader, forms that submit.
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
/**
 * Names too short to search for in image data, which count in dictionaries alone: XFA forms, with scripts;
 * attached files; models, which have scripts too.
 */
const SHORT = ['XFA', 'EF', '3D'];
/** Keys of a stream whose data, or whose picture, are in another file, also on another machine. */
const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms', 'Ref'];

/**
 * Most bytes that the objects of one stream, and of all, may unpack to; ordinary PDFs have a hundredth.
 */
const LARGEST_OBJECTS = 64 * 1024 * 1024;
const MOST_OBJECTS = 256 * 1024 * 1024;
/**
 * Times that a PDF may be scanned again where objects seem to begin inside others; ordinary PDFs have
 * none.
 */
const MOST_READINGS = 4;

/** The beginning of a name: a PDF may write each letter as itself or as a number, /J#61vaScript. */
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
const ACTIVE_BEGINNING = new RegExp([...ACTIVE, 'XFA'].map(nameOf).join('|'));
const ENCRYPT = new RegExp(nameOf('Encrypt') + NAME_ENDS);
/** A stream is not allowed inside an object stream. */
const STREAM_INSIDE = />>(?:[\s\0]|%[^\n\r]*)*stream/;

type PdfActivity = 'active' | 'encrypted' | null;

/**
 * Whether a PDF has active content, by the names in it and in every stream that a reader may take
 * objects from. It does not follow the document's structure, which readers do in different ways: it
 * scans all that any of them could find, whatever its tables, updates and types say. What it cannot scan
 * is refused as active, or as encrypted if that is the reason.
 */
export function findActivity(bytes: Buffer): PdfActivity {
  const text = bytes.toString('latin1');
  if (ACTIVE_NAME.test(text)) return 'active';
  try {
    return scanObjects(bytes, text);
  } catch (error) {
    if (error instanceof UnwalkablePdf) return 'active';
    throw error;
  }
}

function scanObjects(bytes: Buffer, text: string): PdfActivity {
  const isEncrypted = ENCRYPT.test(text);
  const syntax = new PdfSyntax(text);
  const openings = new PdfOpenings();
  let unpacked = 0;
  // Readers begin a dictionary only after one of these words, even in the data of another object.
  for (const { 0: word, index } of text.matchAll(/obj|trailer/g)) {
    const dictionary = syntax.readDictionary(index + word.length);
    if (dictionary === null) continue;
    if (syntax.lettersRead > MOST_READINGS * text.length) throw new UnwalkablePdf();
    if (isActive(syntax.names)) return 'active';
    openings.add(dictionary, numberBefore(text, index));
    const isElsewhere = ELSEWHERE.some((key) => dictionary.entries.has(key));
    if (isElsewhere && syntax.readStreamStart() !== null) return 'active';
    if (!mayHoldObjects(dictionary)) continue;
    const start = syntax.readStreamStart();
    if (start === null) continue;
    if (isEncrypted) return 'encrypted';
    const objects = readObjects(bytes, text, dictionary, start);
    unpacked += objects.length;
    if (unpacked > MOST_OBJECTS) throw new UnwalkablePdf();
    if (ACTIVE_BEGINNING.test(objects) || STREAM_INSIDE.test(objects)) return 'active';
    if (addPacked(openings, objects, dictionary.entries.get('First'))) return 'active';
  }
  return openings.isActive ? 'active' : null;
}

/** The longest that an object's number and generation are, with blanks between them. */
const LONGEST_NUMBERS = 40;

/** The number of the object that begins with the word at a place: `5 0 obj`. */
function numberBefore(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - LONGEST_NUMBERS), at);
  const [, number] = /(\d+)[\s\0]+\d+[\s\0]*$/.exec(before) ?? [];
  return number === undefined ? null : Number(number);
}

/** By the names of a dictionary. The article that is read next may be one of another file. */
function isActive(names: ReadonlySet<string>): boolean {
  return SHORT.some((name) => names.has(name)) || (names.has('Thread') && names.has('F'));
}

/**
 * The dictionaries of a stream of objects, which begins with their numbers and places.
 * @returns whether one of them is active
 */
function addPacked(openings: PdfOpenings, objects: string, first: PdfValue | undefined): boolean {
  if (typeof first !== 'number') throw new UnwalkablePdf();
  const syntax = new PdfSyntax(objects);
  for (const [, number, place] of objects.slice(0, first).matchAll(/(\d+)[\s\0]+(\d+)/g)) {
    const dictionary = syntax.readDictionary(first + Number(place));
    if (syntax.lettersRead > MOST_READINGS * objects.length) throw new UnwalkablePdf();
    if (dictionary === null) continue;
    if (isActive(syntax.names)) return true;
    openings.add(dictionary, Number(number));
  }
  return false;
}

/** Readers find the objects of a stream by these two numbers; some do not check its type. */
function mayHoldObjects({ entries }: PdfDictionary): boolean {
  return entries.has('N') && entries.has('First');
}

/** With any other filter than the usual one, readers may see what we do not. */
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

/** The one item of an array of one. */
function only(value: PdfValue | undefined): PdfValue | undefined {
  return Array.isArray(value) && value.length < 2 ? value[0] : value;
}

function isNothing(value: PdfValue | undefined): boolean {
  const item = only(value);
  return item === undefined || item === 'null';
}

/** Objects in the clear, if they end where their stated length says. */
function untilEnd(text: string, start: number, length: PdfValue | undefined): string {
  const end = typeof length === 'number' ? start + length : text.length;
  if (!/^[\r\n]{0,2}endstream/.test(text.slice(end, end + 20))) throw new UnwalkablePdf();
  return text.slice(start, end);
}
