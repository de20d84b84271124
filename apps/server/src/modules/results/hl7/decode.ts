import { withUsualDelimiters } from './delimiters.ts';
import { requireFewParts, requireFewSegments } from './limits.ts';
import { MessageRefused } from './refusal.ts';

/** Of the low-level protocol, in which messages are written to files too; and padding. */
const FRAMING = ['\u000b', '\u001c', '\0'];
const HEADER = /(?:^|[\r\n\v])(?=MSH.)/g;

/**
 * The messages of a file or request, each as its bytes; none where no segment is a header.
 * @param most after which one more ends the search
 */
export function splitMessages(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Uint8Array[] {
  // One character for each byte, whatever the character set.
  const text = Buffer.from(bytes).toString('latin1');
  const starts: number[] = [];
  for (const { 0: before, index } of text.matchAll(HEADER)) {
    starts.push(index + before.length);
    if (starts.length > most) break;
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Names of MSH-18 (HL7 table 0211), with those of the encodings. */
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

/** A byte that is the same character in each set that a laboratory may name. */
const isPlain = (byte: number) => byte < 0x80 && byte !== 0x1b;

/**
 * The text of a message in the character set that its MSH-18 names, or in UTF-8, with segments and delimiters as the
 * standard says, whatever the line ends of its file and the delimiters of its sender. Of plain letters the character
 * set does not matter, whatever it is called.
 * @throws MessageRefused for a character set that is not known, or not the one of the bytes
 */
export function decodeMessage(bytes: Uint8Array): string {
  requireFewParts(bytes);
  const latin = Buffer.from(bytes).toString('latin1');
  const [header = ''] = latin.split(SEPARATORS);
  const separator = header.charAt(3);
  const [first = ''] = (header.split(separator)[17] ?? '').split(header.charAt(5));
  const encoding =
    CHARACTER_SETS[first.trim().toUpperCase()] ?? (bytes.every(isPlain) ? 'utf-8' : undefined);
  if (encoding === undefined) {
    throw new MessageRefused('103', `No se conoce el juego de caracteres «${first}» (MSH-18).`);
  }
  try {
    const decoded = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const text = FRAMING.reduce((rest, sign) => rest.replaceAll(sign, ''), decoded);
    const segments = segmentsOf(text, separator, header.charAt(6));
    requireFewSegments(segments, separator);
    return withUsualDelimiters(segments.join('\r'));
  } catch (cause) {
    if (cause instanceof MessageRefused) throw cause;
    const said = first === '' ? 'falta MSH-18' : `MSH-18 indica «${first}»`;
    throw Object.assign(
      new MessageRefused('102', `El texto no está en ese juego de caracteres: ${said}.`),
      { cause },
    );
  }
}

/** What does not begin as a segment continues the text of the one before: its sender left a line end in it. */
function segmentsOf(text: string, separator: string, escapeSign: string): string[] {
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

/** A text without HL7's escape sequences: its commands of layout are line ends. Unknown ones stay as they are. */
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
