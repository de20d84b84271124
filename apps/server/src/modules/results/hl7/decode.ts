import type { Hl7Field, Hl7Message } from '@medplum/core';

/** Field, component, repetition, escape and subcomponent delimiters of nearly every message. */
const USUAL = '|^~\\&';
/** Position of the delimiter for each escape letter. */
const PLACES: Readonly<Record<string, number>> = { F: 0, S: 1, R: 2, E: 3, T: 4 };
const NAMES = 'FSRET';

const quoted = (signs: string) => signs.replaceAll(/[\\\]^-]/g, '\\$&');

/** Whether five characters can be delimiters: all different, and none of them used in texts. */
const canDelimit = (signs: string) =>
  signs.length === USUAL.length &&
  new Set(signs).size === signs.length &&
  !/[\p{L}\p{N}\s]/u.test(signs);

/** Converts a message with unusual delimiters (MSH-1 and MSH-2) to the usual ones. */
export function withUsualDelimiters(text: string): string {
  const own = text.slice(3, 8);
  if (own === USUAL || !canDelimit(own)) return text;
  const body = text.indexOf(own.charAt(0), 8);
  if (body < 0) return text;
  const ownEscape = quoted(own.charAt(3));
  const signs = new RegExp(
    `${ownEscape}([^${ownEscape}\\r]*)${ownEscape}|[${quoted(own)}]|[${quoted(USUAL)}]`,
    'g',
  );
  const literal = (sign: string) => {
    const index = USUAL.indexOf(sign);
    return index < 0 ? sign : `\\${NAMES.charAt(index)}\\`;
  };
  const usual = text.slice(body).replaceAll(signs, (sign, sequence: string | undefined) => {
    if (sequence !== undefined) {
      const index = PLACES[sequence];
      return index === undefined ? `\\${sequence}\\` : literal(own.charAt(index));
    }
    const index = own.indexOf(sign);
    return index < 0 ? literal(sign) : USUAL.charAt(index);
  });
  return `MSH${USUAL}${usual}`;
}

/** Codes of HL7 table 0357 that an acknowledgment names. */
type Hl7ErrorCode = '100' | '101' | '102' | '103' | '200' | '203' | '204' | '207';

/**
 * A message that is rejected, with the reason for its sender. `ack` is AE (application error), or AR (application
 * reject) when the text is not an HL7 message.
 */
export class MessageRefused extends Error {
  readonly code: Hl7ErrorCode;
  readonly ack: 'AE' | 'AR';
  /** Header of a message that cannot be parsed further. */
  header: Hl7Message | null = null;

  constructor(code: Hl7ErrorCode, message: string, ack: 'AE' | 'AR' = 'AE') {
    super(message);
    this.code = code;
    this.ack = ack;
  }
}

/** Limit of a whole stored message, because a document in it may contain many lines. */
const MOST_LINES = 100_000;
/** Maximum of fields, components, repetitions, subcomponents and escapes, because each becomes an object. */
const MOST_PARTS = 200_000;
const MOST_SEGMENTS = 5000;
/** Characters without attached documents, which are not read. */
const LONGEST_TEXT = 1_000_000;
/** Maximum, because each result is compared with the others of its study. */
const MOST_RESULTS = 1000;
const MOST_STUDIES = 500;
const MOST_RESULTS_OF_STUDY = 500;

function requireAtMost(most: number, count: number, [who, what]: readonly [string, string]): void {
  if (count <= most) return;
  throw new MessageRefused('102', `${who} hasta ${most.toLocaleString('en')} ${what}.`);
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * Checks the limits that apply before a message becomes a text.
 * @throws MessageRefused
 */
function requireFewParts(bytes: Uint8Array): void {
  const isSign = new Uint8Array(256);
  for (const sign of bytes.subarray(3, 8)) isSign[sign] = 1;
  let lines = 1;
  let parts = 0;
  for (const byte of bytes) {
    if (byte === CARRIAGE_RETURN || byte === LINE_FEED) lines += 1;
    parts += isSign[byte] ?? 0;
  }
  requireAtMost(MOST_LINES, lines, ['Un mensaje tiene', 'líneas']);
  requireAtMost(MOST_PARTS, parts, ['Un mensaje tiene', 'campos y componentes']);
}

/**
 * Checks the limits that apply before segments become fields.
 * @throws MessageRefused
 */
function requireFewSegments(segments: readonly string[], separator: string): void {
  requireAtMost(MOST_SEGMENTS, segments.length, ['Un mensaje trae', 'segmentos']);
  let [text, studies, results, ofStudy] = [0, 0, 0, 0];
  for (const segment of segments) {
    const [name, , type] = segment.slice(0, 40).split(separator);
    if (type !== 'ED') text += segment.length;
    if (name === 'OBR') [studies, ofStudy] = [studies + 1, 0];
    if (name === 'OBX') [results, ofStudy] = [results + 1, ofStudy + 1];
    requireAtMost(MOST_RESULTS_OF_STUDY, ofStudy, ['Un estudio trae', 'observaciones (OBX)']);
  }
  requireAtMost(LONGEST_TEXT, text, ['Sin documentos (ED), un mensaje tiene', 'caracteres']);
  requireAtMost(MOST_STUDIES, studies, ['Un mensaje trae', 'estudios (OBR)']);
  requireAtMost(MOST_RESULTS, results, ['Un mensaje trae', 'observaciones (OBX)']);
}

/** Frame characters of the low-level protocol, which files of messages contain too, and padding. */
const FRAMING = ['\u000b', '\u001c', '\0'];
/** A header, possibly after the byte order mark of UTF-8. */
const HEADER = /(?:^(?:\u00ef\u00bb\u00bf)?|[\r\n\v])(?=MSH.)/g;

/**
 * The messages of a file or request, each as its bytes; empty without a header.
 * @param most number after which one more ends the search
 */
export function splitMessages(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Uint8Array[] {
  // Decodes one character for each byte, independent of the character set.
  const text = Buffer.from(bytes).toString('latin1');
  const starts: number[] = [];
  for (const { 0: before, index } of text.matchAll(HEADER)) {
    starts.push(index + before.length);
    if (starts.length > most) break;
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Names in MSH-18 (HL7 table 0211), with their encodings. */
const CHARACTER_SETS: Readonly<Record<string, string>> = {
  '': 'utf-8',
  ASCII: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  UTF8: 'utf-8',
  'UTF-8': 'utf-8',
  '8859/1': 'iso-8859-1',
  'ISO-8859-1': 'iso-8859-1',
  '8859/15': 'iso-8859-15',
  'WINDOWS-1252': 'windows-1252',
  CP1252: 'windows-1252',
};

const SEPARATORS = /[\r\n]+/;

/** Whether a byte is the same character in every supported character set. */
const isPlain = (byte: number) => byte < 0x80 && byte !== 0x1b;

/** Values of MSH-18 that many systems send with texts in any character set; '' for a missing one. */
const SAYS_NOTHING = new Set(['', 'ASCII']);
/** Characters that result from accented letters in a DOS character set when decoded as Windows-1252. */
const DOS_CHARACTERS = /[\u0081\u008d\u008f\u0090\u009d\u201a\u0192¢-¥]|\p{L}¡/u;

/**
 * The text of a message in the character set of its MSH-18, with the standard's segments and delimiters,
 * independent of the file's line ends and the sender's delimiters. Without a name it is UTF-8, or Windows-1252 if
 * it cannot be UTF-8. For ASCII the name does not matter.
 * @throws MessageRefused for a character set that is unknown, or does not match the bytes
 */
export function decodeMessage(bytes: Uint8Array): string {
  requireFewParts(bytes);
  const latin = Buffer.from(bytes).toString('latin1');
  const [header = ''] = latin.split(SEPARATORS);
  const separator = header.charAt(3);
  const [named = ''] = (header.split(separator)[17] ?? '').split(header.charAt(5));
  const set = named.trim().toUpperCase();
  const encoding = CHARACTER_SETS[set] ?? (bytes.every(isPlain) ? 'utf-8' : undefined);
  if (encoding === undefined) {
    throw new MessageRefused('103', `No se conoce el juego de caracteres «${named}» (MSH-18).`);
  }
  const decoded =
    decodeAs(encoding, bytes) ?? (SAYS_NOTHING.has(set) ? decodeUnnamed(bytes) : null);
  if (decoded === null) {
    const said = named === '' ? 'falta MSH-18' : `MSH-18 indica «${named}»`;
    throw new MessageRefused('102', `El texto no está en ese juego de caracteres: ${said}.`);
  }
  const text = FRAMING.reduce((rest, sign) => rest.replaceAll(sign, ''), decoded);
  const segments = splitSegments(text, separator, header.charAt(6));
  requireFewSegments(segments, separator);
  return withUsualDelimiters(segments.join('\r'));
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeUnnamed(bytes: Uint8Array): string | null {
  const decoded = decodeAs('windows-1252', bytes);
  return decoded === null || DOS_CHARACTERS.test(decoded) ? null : decoded;
}

/**
 * Splits a text into segments. A line that does not begin a segment continues the previous one, because its sender
 * left a line end in a text.
 */
function splitSegments(text: string, separator: string, escapeSign: string): string[] {
  const segments: string[] = [];
  for (const line of text.split(SEPARATORS)) {
    if (line.trim() === '') continue;
    const isSegment =
      /^[A-Z][A-Z\d]{2}$/.test(line.slice(0, 3)) && [separator, ''].includes(line.charAt(3));
    const last = segments.length - 1;
    if (isSegment || last < 0) segments.push(line);
    else segments[last] += `${escapeSign}.br${escapeSign}${line}`;
  }
  return segments;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  F: '|',
  S: '^',
  T: '&',
  R: '~',
  E: '\\',
  H: '',
  N: '',
};

/** A text without HL7's escape sequences: layout commands become line ends, and unknown ones stay. */
export function unescapeText(text: string): string {
  return text
    .replaceAll(/\\([FSTREHN])\\/g, (_, name: string) => DELIMITERS[name] ?? '')
    .replaceAll(/\\\.(?:br|sp|ce|fi|nf|in|ti|sk)[+-]?\d*\\/g, '\n')
    .replaceAll(/\\X((?:[\dA-F]{2})+)\\/gi, (_, hex: string) =>
      Buffer.from(hex, 'hex').toString('latin1').replaceAll('\r\n', '\n'),
    )
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** The sender deletes the field's content, so it has no value. */
export const CLEARED = '""';

/** A component of a field, from 1, without escapes. */
export function component(field: Hl7Field | undefined, number: number, repetition = 0): string {
  const written = unescapeText(field?.components[repetition]?.[number - 1] ?? '');
  return written === CLEARED ? '' : written;
}
