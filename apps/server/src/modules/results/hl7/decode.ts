import type { Hl7Context, Hl7Message, Hl7Segment } from '@medplum/core';

type Delimiters = Omit<Hl7Context, 'segmentSeparator' | 'getMsh1' | 'getMsh2'>;

/** Written out, because a start loads this module and must not load the library. */
const USUAL: Delimiters = {
  fieldSeparator: '|',
  componentSeparator: '^',
  repetitionSeparator: '~',
  escapeCharacter: '\\',
  subcomponentSeparator: '&',
};

/** The delimiter of each letter in an escape sequence. H and N begin and end highlighting. */
const toDelimiters = (context: Delimiters): Readonly<Record<string, string>> => ({
  F: context.fieldSeparator,
  S: context.componentSeparator,
  R: context.repetitionSeparator,
  E: context.escapeCharacter,
  T: context.subcomponentSeparator,
});

/** A text for a field with the usual delimiters, in one line. */
export const escapeText = (text: string) =>
  text
    .replaceAll(/[|^~\\&]/g, (sign) => `\\${'FSRET'.charAt('|^~\\&'.indexOf(sign))}\\`)
    .replaceAll(/[\r\n]+/g, ' ');

/** Codes of HL7 table 0357 that an acknowledgment names. */
type Hl7ErrorCode = '100' | '101' | '102' | '103' | '200' | '202' | '203' | '204' | '207';

/**
 * A rejected message, with the reason for its sender. `ack` is AE (application error), or AR (application reject)
 * if the text is not an HL7 message.
 */
export class MessageError extends Error {
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

/** Maximum number of lines, fields, components, repetitions, subcomponents and escapes; each becomes an object. */
const MAX_PARTS = 200_000;
const MAX_SEGMENTS = 5000;
/** Characters, without attached documents. */
const MAX_TEXT = 1_000_000;
const MAX_RESULTS = 1000;
const MAX_STUDIES = 500;
/** Each result is compared with the others of its study. */
const MAX_RESULTS_PER_STUDY = 500;

/** @param words the subject and the counted objects */
function requireAtMost(max: number, count: number, words: readonly [string, string]): void {
  if (count <= max) return;
  const [subject, objects] = words;
  throw new MessageError('102', `${subject} hasta ${max.toLocaleString('en')} ${objects}.`);
}

/**
 * Limits the work of decoding and parsing, before the bytes are decoded.
 * @throws MessageError
 */
function requirePartLimits(bytes: Uint8Array): void {
  const isDelimiter = new Uint8Array(256);
  for (const byte of [...bytes.subarray(3, 8), ...Buffer.from('\r\n')]) isDelimiter[byte] = 1;
  const parts = bytes.reduce((sum, byte) => sum + (isDelimiter[byte] ?? 0), 0);
  requireAtMost(MAX_PARTS, parts, ['Un mensaje tiene', 'líneas, campos y componentes']);
}

/** @throws MessageError */
function requireSegmentLimits(segments: readonly string[], separator: string): void {
  requireAtMost(MAX_SEGMENTS, segments.length, ['Un mensaje trae', 'segmentos']);
  let [text, studies, results, studyResults] = [0, 0, 0, 0];
  for (const segment of segments) {
    const [name, , type] = segment.slice(0, 40).split(separator);
    if (type !== 'ED') text += segment.length;
    if (name === 'OBR') [studies, studyResults] = [studies + 1, 0];
    if (name === 'OBX') [results, studyResults] = [results + 1, studyResults + 1];
    requireAtMost(MAX_RESULTS_PER_STUDY, studyResults, ['Un estudio trae', 'observaciones (OBX)']);
  }
  requireAtMost(MAX_TEXT, text, ['Sin documentos (ED), un mensaje tiene', 'caracteres']);
  requireAtMost(MAX_STUDIES, studies, ['Un mensaje trae', 'estudios (OBR)']);
  requireAtMost(MAX_RESULTS, results, ['Un mensaje trae', 'observaciones (OBX)']);
}

/** Padding, and frame characters of the transport protocol (MLLP), which files of messages may contain. */
const FRAMING = ['\u000b', '\u001c', '\0'];
/** Start of a message, possibly after the byte order mark of UTF-8. */
const HEADER = /(?:^(?:\u00ef\u00bb\u00bf)?|[\r\n\v])(?=MSH.)/g;

/**
 * The bytes of each message in a file or request.
 * @param max maximum messages; one more is returned if there are more
 */
export function splitMessages(bytes: Uint8Array, max = Number.POSITIVE_INFINITY): Uint8Array[] {
  // Decodes one character for each byte, independent of the character set.
  const text = Buffer.from(bytes).toString('latin1');
  const starts: number[] = [];
  for (const { 0: before, index } of text.matchAll(HEADER)) {
    starts.push(index + before.length);
    if (starts.length > max) break;
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

const BATCH_HEADER = /(?:^|[\r\n\v])BHS[^\p{L}\p{N}\s]/u;
/** BTS-1 is the number of messages in the batch. */
const BATCH_TRAILER = /[\r\n]BTS[^\p{L}\p{N}\s]?(\d*)/gu;

/**
 * Why a batch is incomplete: it has no trailer, or its trailer declares another number of messages. Null for a complete
 * batch, and for messages without a batch.
 */
export function findBatchProblem(bytes: Uint8Array, count: number): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  if (!BATCH_HEADER.test(text)) return null;
  const declared = [...text.matchAll(BATCH_TRAILER)].map(([, number]) => number);
  const isCounted = declared.length > 0 && declared.every((number) => number !== '');
  const sum = declared.reduce((total, number) => total + Number(number), 0);
  if (declared.length > 0 && (!isCounted || sum === count)) return null;
  const end = declared.length === 0 ? 'no tiene final (BTS)' : `dice ${sum} mensajes (BTS-1)`;
  return `El lote ${end} y trae ${count}. Envíalo completo.`;
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

/** Whether a byte is the same character in every character set. The ISO 2022 escape changes the set. */
const isPlain = (byte: number) => byte < 0x80 && byte !== 0x1b;

/** Values of MSH-18 that many systems send with texts in any character set; '' if MSH-18 is missing. */
const UNRELIABLE_SETS = new Set(['', 'ASCII']);
/** Characters that appear if accented letters of a DOS character set are decoded as Windows-1252. */
const DOS_CHARACTERS = /[\u0081\u008d\u008f\u0090\u009d\u201a\u0192¢-¥]|\p{L}¡/u;

/**
 * Decodes a message as UTF-8 if its bytes are valid, otherwise by the character set of its MSH-18, or as Windows-1252
 * if MSH-18 is missing or ASCII. The text has standard line ends.
 * @throws MessageError for a character set that is unknown or does not match the bytes, and for a too large message
 */
export function decodeMessage(bytes: Uint8Array): string {
  requirePartLimits(bytes);
  const latin = Buffer.from(bytes).toString('latin1');
  const [header = ''] = latin.split(SEPARATORS);
  const separator = header.charAt(3);
  const [named = ''] = (header.split(separator)[17] ?? '').split(header.charAt(5));
  const set = named.trim().toUpperCase();
  const encoding = CHARACTER_SETS[set] ?? (bytes.every(isPlain) ? 'utf-8' : undefined);
  if (encoding === undefined) {
    throw new MessageError('103', `No se conoce el juego de caracteres «${named}» (MSH-18).`);
  }
  // Real text in another character set is practically never valid UTF-8.
  const decoded =
    decodeAs('utf-8', bytes) ??
    decodeAs(encoding, bytes) ??
    (UNRELIABLE_SETS.has(set) ? decodeUnnamed(bytes) : null);
  if (decoded === null) {
    const reason = named === '' ? 'falta MSH-18' : `MSH-18 indica «${named}»`;
    throw new MessageError('102', `El texto no está en ese juego de caracteres: ${reason}.`);
  }
  // One spelling of accented letters, because rows are compared by their names.
  const text = FRAMING.reduce((framed, sign) => framed.replaceAll(sign, ''), decoded).normalize();
  const complete = text.replace(
    SHORT_DELIMITERS,
    (_, sign: string, written: string) => `MSH${sign}${written}${'^~\\&'.slice(written.length)}`,
  );
  const segments = splitSegments(complete, separator, complete.charAt(6));
  requireSegmentLimits(segments, separator);
  return segments.join('\r');
}

/** MSH-2 without its last delimiters, or without the backslash: '^~' and '^~&'. Its senders use the usual ones. */
const SHORT_DELIMITERS = /^MSH(.)((?:(?!\1)[^\p{L}\p{N}\s&]){1,3})&? *(?=\1)/u;

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
 * Splits a text into segments. A line that does not begin a segment continues the previous segment, because some
 * senders do not escape line ends in texts.
 */
function splitSegments(text: string, separator: string, escapeCharacter: string): string[] {
  const segments: string[] = [];
  for (const line of text.split(SEPARATORS)) {
    if (line.trim() === '') continue;
    const isSegment =
      /^[A-Z][A-Z\d]{2}$/.test(line.slice(0, 3)) && [separator, ''].includes(line.charAt(3));
    const last = segments.length - 1;
    // ADD continues the last field of the segment before it.
    if (isSegment && line.startsWith('ADD') && last >= 0) segments[last] += line.slice(4);
    else if (isSegment || last < 0) segments.push(line);
    else segments[last] += `${escapeCharacter}.br${escapeCharacter}${line}`;
  }
  return segments;
}

/**
 * A text without HL7's escape sequences: layout commands become line ends, highlighting is removed, and unknown
 * sequences stay.
 */
export function unescapeText(text: string, context: Delimiters = USUAL): string {
  if (!text.includes(context.escapeCharacter)) return text.trim();
  const delimiters = toDelimiters(context);
  const sign = `\\u${context.escapeCharacter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const layout = String.raw`\.(?:br|sp|ce|fi|nf|in|ti|sk)[+-]?\d*`;
  const sequences = new RegExp(
    String.raw`${sign}(?:([FSTREHN])|[Xx]((?:[\dA-Fa-f]{2})+)|${layout})${sign}`,
    'g',
  );
  return text
    .replaceAll(sequences, (_, letter?: string, hex?: string) => {
      if (letter !== undefined) return delimiters[letter] ?? '';
      if (hex === undefined) return '\n';
      const bytes = Buffer.from(hex, 'hex');
      return (decodeAs('utf-8', bytes) ?? bytes.toString('latin1')).replaceAll(/\r\n?/g, '\n');
    })
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** Content of a field whose value the sender deletes. */
export const CLEARED = '""';

/** An unescaped text; empty if the sender deletes it. */
export const readText = (written = '', context?: Delimiters) => {
  const text = unescapeText(written, context);
  return text === CLEARED ? '' : text;
};

/** A component of a segment's field, unescaped; numbered from 1. */
export const read = (segment: Hl7Segment | null | undefined, field: number, part = 1): string =>
  readText(segment?.getField(field)?.components[0]?.[part - 1], segment?.context);

/** The first of some components that has text. */
export const readAny = (segment: Hl7Segment, field: number, parts: readonly number[]): string =>
  parts.map((part) => read(segment, field, part)).find(Boolean) ?? '';

/** The components of each repetition of a field, unescaped. */
export const readRepetitions = (
  segment: Hl7Segment | null | undefined,
  field: number,
): readonly (readonly string[])[] =>
  (segment?.getField(field)?.components ?? []).map((parts) =>
    parts.map((part) => readText(part, segment?.context)),
  );
